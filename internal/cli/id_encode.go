package cli

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"
)

func idEncodeCommand() *cobra.Command {
	var (
		spec      idSpec
		brand, at string
		snowflake string
		node, seq int64
	)
	cmd := &cobra.Command{
		Use:   "encode --brand JOB (--snowflake N | --time T [--node N] [--seq N])",
		Short: "Make the id of a brand and a snowflake, or of a brand, time, node and sequence",
		Long: `Make an id out of its parts. --time is an instant such as 2025-11-30T10:53:20.123Z,
or unix milliseconds.`,
		Example: `  emqgen id encode --brand JOB --snowflake 253473535287128106
  emqgen id encode --brand JOB --time 2025-11-30T10:53:20.123Z --node 7 --seq 42`,
		Args: cobra.NoArgs,
	}
	spec.addFlag(cmd)
	cmd.Flags().StringVar(&brand, "brand", "", "three upper-case letters")
	cmd.Flags().StringVar(&snowflake, "snowflake", "", "the whole number, 0 to 2^63-1")
	cmd.Flags().StringVar(&at, "time", "", "the instant of minting")
	cmd.Flags().Int64Var(&node, "node", 0, "the minting node")
	cmd.Flags().Int64Var(&seq, "seq", 0, "the sequence within the millisecond")
	_ = cmd.MarkFlagRequired("brand")
	cmd.MarkFlagsOneRequired("snowflake", "time")
	cmd.MarkFlagsMutuallyExclusive("snowflake", "time")
	cmd.MarkFlagsMutuallyExclusive("snowflake", "node")
	cmd.MarkFlagsMutuallyExclusive("snowflake", "seq")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		_, layout, err := spec.load(cmd)
		if err != nil {
			return err
		}
		var number int64
		if at == "" {
			number, err = parseSnowflake(snowflake)
		} else {
			var instant time.Time
			if instant, err = parseInstant(at); err == nil {
				number, err = layout.Join(instant, node, seq)
			}
		}
		if err != nil {
			return unusableInput(err)
		}
		parts, err := layout.Encode(brand, number)
		if err != nil {
			return unusableInput(err)
		}
		_, err = fmt.Fprintln(cmd.OutOrStdout(), parts.ID)
		return environmentFailed(err)
	}
	return cmd
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
