package cli

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/protocol"
)

func sha1Command() *cobra.Command {
	var r report
	cmd := &cobra.Command{
		Use:   "sha1 [SPEC]",
		Short: "Print the SHA1, the length in bytes and the name of every script",
		Long: `Print one line for every script, in spec order: its SHA1, which is what EVALSHA
takes, its length in bytes, and its name as module.script. With --format json,
the same as one object.`,
		Example:           "  emqgen sha1\n  emqgen sha1 spec/protocol.yaml --format json",
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: completeSpec,
	}
	r.addFlag(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := load(cmd, args, &r)
		if err != nil {
			return err
		}
		if err := someScript(p); err != nil {
			return err
		}
		return printScripts(cmd, &r, p.Scripts(), func(s *protocol.Script) string {
			return fmt.Sprintf("%s %6d  %s.%s", s.SHA1, len(s.Source), s.Module.Name, s.Name)
		})
	}
	return cmd
}

// printScripts prints a line for each script or, where findings would be JSON, one
// object that holds them all.
func printScripts(cmd *cobra.Command, r *report, scripts []*protocol.Script, line func(*protocol.Script) string) error {
	if r.format != "json" {
		return printLines(cmd, scripts, line)
	}
	type held struct {
		Name  string `json:"name"`
		Bytes int    `json:"bytes"`
		SHA1  string `json:"sha1"`
	}
	list := []held{}
	for _, s := range scripts {
		list = append(list, held{s.Module.Name + "." + s.Name, len(s.Source), s.SHA1})
	}
	enc := json.NewEncoder(cmd.OutOrStdout())
	enc.SetIndent("", "  ")
	return environmentFailed(enc.Encode(map[string]any{"scripts": list}))
}

// someScript refuses a protocol that gives a verb about scripts nothing to do,
// which must not pass for success.
func someScript(p *protocol.Protocol) error {
	if len(p.Scripts()) == 0 {
		return unusableInput(fmt.Errorf("%s declares no script, so there is no SHA1", p.SpecName))
	}
	return nil
}
