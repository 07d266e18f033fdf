package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/ids"
	"github.com/echomq/emqgen/internal/protocol"
)

func idCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "id",
		Short: "Mint, decode, encode and check branded ids",
		Long: `Work with branded ids: three upper-case letters and eleven base62 digits that hold
time, node and sequence. How the bits are shared out and from when time counts is
read from the spec; without a spec it is 41/10/12 bits from 2024-01-01T00:00:00Z.`,
		Example: "  emqgen id mint JOB\n  emqgen id decode JOB0IiuVjOBhPe",
		Args:    cobra.ArbitraryArgs,
		RunE:    needsVerb,
	}
	cmd.AddCommand(idMintCommand(), idDecodeCommand(), idEncodeCommand(), idCheckCommand())
	return cmd
}

// idSpec is the spec whose ids a verb works with: the flag --spec.
type idSpec struct {
	path string
	report
}

func (s *idSpec) addFlag(cmd *cobra.Command) {
	s.format = "text"
	cmd.Flags().StringVar(&s.path, "spec", "", "the spec that declares the ids (default "+defaultSpec+" if there is one)")
	_ = cmd.MarkFlagFilename("spec", "yaml", "yml")
}

// load reads the spec. Without --spec it may be absent, and is nil then.
func (s *idSpec) load(cmd *cobra.Command) (*protocol.Protocol, ids.Layout, error) {
	path := s.path
	if path == "" {
		path = defaultSpec
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, ids.Default, nil
		}
	}
	p, _, err := loadUnpinned(cmd, []string{path}, &s.report)
	return p, ids.Of(p), err
}

// addBrandFlag declares --brand, which says the same as the first argument.
func addBrandFlag(cmd *cobra.Command, brand *string) {
	cmd.Flags().StringVar(brand, "brand", "", "three upper-case letters, instead of BRAND")
}

// brandOf is the brand that a verb works with, from --brand or the first argument,
// and the arguments behind it.
func brandOf(cmd *cobra.Command, flag string, args []string) (brand string, rest []string, err error) {
	switch {
	case cmd.Flags().Changed("brand"):
		return flag, args, nil
	case len(args) == 0:
		return "", nil, fmt.Errorf("no brand: name one of three upper-case letters, as in %s JOB", cmd.CommandPath())
	}
	return args[0], args[1:], nil
}
