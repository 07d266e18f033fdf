package cli

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

func idMintCommand() *cobra.Command {
	var (
		spec        idSpec
		brand       string
		node, count int
	)
	cmd := &cobra.Command{
		Use:   "mint BRAND",
		Short: "Mint ids, one a line, each larger than the one before",
		Long: `Mint ids, one a line. Ids of one run are unique and in order. Separate runs know
nothing of each other: give each a --node of its own where they may fall into one
millisecond.`,
		Example: "  emqgen id mint JOB\n  emqgen id mint JOB --node 7 --count 1000",
		Args:    cobra.MaximumNArgs(1),
	}
	spec.addFlag(cmd)
	addBrandFlag(cmd, &brand)
	cmd.Flags().IntVar(&node, "node", 0, "the minting node")
	cmd.Flags().IntVar(&count, "count", 1, "how many")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		brand, _, err := brandOf(cmd, brand, args)
		if err != nil {
			return err
		}
		if cmd.Flags().Changed("brand") && len(args) > 0 {
			return fmt.Errorf("%q is one brand too many beside --brand %s", args[0], brand)
		}
		if count < 1 || count > maxCount {
			return fmt.Errorf("--count %d: expected 1 to %d", count, maxCount)
		}
		_, layout, err := spec.load(cmd)
		if err != nil {
			return err
		}
		minted, err := layout.Mint(brand, int64(node), time.Now(), count)
		if err != nil {
			return unusableInput(err)
		}
		return printLines(cmd, minted, func(id idParts) string { return id.ID })
	}
	return cmd
}

// maxCount bounds the memory of one run.
const maxCount = 10_000_000
