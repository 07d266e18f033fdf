package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/scaffold"
)

func initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "Begin a protocol: a small spec that works, its Lua, and a go:generate line",
		Long: `Write a small working protocol into a folder: spec/protocol.yaml, lua/take.lua and
generate.go. Nothing that exists is overwritten.`,
		Example: "  emqgen init budgets\n  cd budgets && emqgen generate && emqgen verify",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "" {
				return errors.New("DIR names no folder")
			}
			files, err := scaffold.Files(args[0])
			if err != nil {
				return err
			}
			err = emit.Create(args[0], files)
			var refusal *emit.Refusal
			switch {
			case errors.As(err, &refusal):
				return (&report{format: "text"}).refuse(cmd, refusal.Findings)
			case err != nil:
				return environmentFailed(err)
			}
			return printLines(cmd, files, func(f emit.File) string {
				return fmt.Sprint("wrote ", filepath.Join(args[0], filepath.FromSlash(f.Path)))
			})
		},
	}
}
