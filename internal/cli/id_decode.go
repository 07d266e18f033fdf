package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/ids"
	"github.com/echomq/emqgen/internal/protocol"
)

type idParts = ids.Parts

func idDecodeCommand() *cobra.Command {
	var (
		spec   idSpec
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "decode ID...",
		Short: "Show what an id says: brand, snowflake, time, node, sequence",
		Long: `Show the brand, the snowflake, the time (UTC), the node and the sequence of ids,
and which of the brands that the spec declares would admit them: the gate of a
script compares the first three letters.`,
		Example: "  emqgen id decode JOB0IiuVjOBhPe\n  emqgen id decode --json JOB0IiuVjOBhPe USR0KHTOWnGLuC",
		Args:    cobra.MinimumNArgs(1),
	}
	spec.addFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, layout, err := spec.load(cmd)
		if err != nil {
			return err
		}
		var bad []error
		out := bufio.NewWriter(cmd.OutOrStdout())
		for i, arg := range args {
			parts, err := layout.Decode(arg)
			if err != nil {
				bad = append(bad, err)
				continue
			}
			d := decoded{parts, gatesOf(p, parts.Brand)}
			if asJSON {
				err = d.json(out)
			} else {
				err = d.text(out, i > 0)
			}
			if err != nil {
				return environmentFailed(err)
			}
		}
		if err := out.Flush(); err != nil {
			return environmentFailed(err)
		}
		if len(bad) > 0 {
			return unusableInput(errors.Join(bad...))
		}
		return nil
	}
	return cmd
}

// decoded is an id and what the gates of the declared brands say of it.
type decoded struct {
	ids.Parts
	Gates []gate `json:"gates"`
}

type gate struct {
	Brand  string `json:"brand"`
	Admits bool   `json:"admits"`
	doc    string
}

// gatesOf asks the gate of every declared brand.
func gatesOf(p *protocol.Protocol, brand string) []gate {
	gates := []gate{}
	if p == nil || p.IDs == nil {
		return gates
	}
	for _, b := range p.IDs.Brands {
		gates = append(gates, gate{b.Name, b.Name == brand, b.Doc})
	}
	return gates
}

func (d decoded) json(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(d)
}

func (d decoded) text(w io.Writer, more bool) error {
	if more {
		fmt.Fprintln(w)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "id\t%s\n", d.ID)
	fmt.Fprintf(t, "brand\t%s\n", d.Brand)
	fmt.Fprintf(t, "snowflake\t%d\n", d.Snowflake)
	fmt.Fprintf(t, "ts\t%d\n", d.Millis)
	fmt.Fprintf(t, "time\t%s\n", d.Time.Format("2006-01-02T15:04:05.000Z"))
	fmt.Fprintf(t, "node\t%d\n", d.Node)
	fmt.Fprintf(t, "sequence\t%d\n", d.Seq)
	for _, g := range d.Gates {
		verdict := "refuses it"
		if g.Admits {
			verdict = "admits it"
		}
		fmt.Fprintf(t, "gate %s\t%s\n", g.Brand, verdict)
	}
	return t.Flush()
}

// printLines prints one line for each value.
func printLines[T any](cmd *cobra.Command, values []T, line func(T) string) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	for _, v := range values {
		fmt.Fprintln(out, line(v))
	}
	return environmentFailed(out.Flush())
}
