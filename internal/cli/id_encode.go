package cli

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/ids"
)

func idEncodeCommand() *cobra.Command {
	var (
		spec      idSpec
		brand, at string
		snowflake string
		node, seq int64
	)
	cmd := &cobra.Command{
		Use:   "encode BRAND SNOWFLAKE... | encode BRAND --time T [--node N] [--seq N]",
		Short: "Make the ids of a brand and snowflakes, or the id of a brand, time, node and sequence",
		Long: `Make ids out of their parts, one a line. A snowflake is a number from 0 to 2^63-1;
--time is an instant such as 2025-11-30T10:53:20.123Z, or unix milliseconds.`,
		Example: `  emqgen id encode JOB 253473535287128106
  emqgen id encode JOB --time 2025-11-30T10:53:20.123Z --node 7 --seq 42`,
		Args: cobra.ArbitraryArgs,
	}
	spec.addFlag(cmd)
	addBrandFlag(cmd, &brand)
	cmd.Flags().StringVar(&snowflake, "snowflake", "", "the whole number, instead of SNOWFLAKE")
	cmd.Flags().StringVar(&at, "time", "", "the instant of minting")
	cmd.Flags().Int64Var(&node, "node", 0, "the minting node")
	cmd.Flags().Int64Var(&seq, "seq", 0, "the sequence within the millisecond")
	cmd.MarkFlagsMutuallyExclusive("snowflake", "time")
	cmd.MarkFlagsMutuallyExclusive("snowflake", "node")
	cmd.MarkFlagsMutuallyExclusive("snowflake", "seq")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		brand, snowflakes, err := brandOf(cmd, brand, args)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("snowflake") {
			snowflakes = append(snowflakes, snowflake)
		}
		timed := cmd.Flags().Changed("time") || cmd.Flags().Changed("node") || cmd.Flags().Changed("seq")
		switch {
		case timed && len(snowflakes) > 0:
			return fmt.Errorf("%q is a snowflake, and --time, --node and --seq make one: give one or the other", snowflakes[0])
		case len(snowflakes) == 0 && !cmd.Flags().Changed("time"):
			return fmt.Errorf("nothing to encode: give a snowflake, as in emqgen id encode %s 253473535287128106, or --time", brand)
		}
		_, layout, err := spec.load(cmd)
		if err != nil {
			return err
		}
		var numbers []int64
		if timed {
			number, err := joined(layout, at, node, seq)
			if err != nil {
				return unusableInput(err)
			}
			numbers = append(numbers, number)
		}
		for _, text := range snowflakes {
			number, err := parseSnowflake(text)
			if err != nil {
				return unusableInput(err)
			}
			numbers = append(numbers, number)
		}
		var encoded []string
		for _, number := range numbers {
			parts, err := layout.Encode(brand, number)
			if err != nil {
				return unusableInput(err)
			}
			encoded = append(encoded, parts.ID)
		}
		return printLines(cmd, encoded, func(id string) string { return id })
	}
	return cmd
}

// joined is the snowflake of a time, a node and a sequence.
func joined(layout ids.Layout, at string, node, seq int64) (int64, error) {
	instant, err := parseInstant(at)
	if err != nil {
		return 0, err
	}
	return layout.Join(instant, node, seq)
}

func parseSnowflake(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("snowflake %q is no number from 0 to 9223372036854775807", text)
	}
	return n, nil
}

// parseInstant reads RFC 3339 or unix milliseconds.
func parseInstant(text string) (time.Time, error) {
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil {
		return time.UnixMilli(ms), nil
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("time %q is neither an instant such as 2025-11-30T10:53:20.123Z nor unix milliseconds", text)
	}
	if at.Nanosecond()%int(time.Millisecond) != 0 {
		return time.Time{}, fmt.Errorf("time %q is finer than a millisecond, which is all that ids hold", text)
	}
	return at, nil
}
