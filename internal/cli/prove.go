package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/diff"
	"github.com/echomq/emqgen/internal/diff/prove"
	"github.com/echomq/emqgen/internal/engine"
	"github.com/echomq/emqgen/internal/protocol"
)

// proving is how a comparison is proved, where it is asked for.
type proving struct {
	asked  bool
	engine string
	most   int

	exclusive bool
}

func (f *proving) addFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.asked, "prove", false, "run the gates of both versions with mixtures of old and new speakers on one store")
	cmd.Flags().StringVar(&f.engine, "engine", engine.Embedded, "where to prove: embedded, or redis://, rediss:// or unix:// of a server")
	cmd.Flags().IntVar(&f.most, "mixtures", 256, "how many mixtures of one gate are run at most")
	cmd.Flags().BoolVar(&f.exclusive, "exclusive", false, "the server is yours alone: run the gates that touch what all its users share")
}

func (f *proving) check(cmd *cobra.Command) error {
	for _, flag := range []string{"engine", "mixtures", "exclusive"} {
		if cmd.Flags().Changed(flag) && !f.asked {
			return fmt.Errorf("--%s says how to prove: add --prove", flag)
		}
	}
	if err := checkEngines(f.engine); err != nil {
		return err
	}
	if f.most < 2 {
		return fmt.Errorf("--mixtures %d: expected 2 or more", f.most)
	}
	return nil
}

func (f *proving) run(cmd *cobra.Command, old, new *protocol.Protocol) (*prove.Proof, error) {
	if !f.asked {
		return nil, nil
	}
	if len(old.Gates)+len(new.Gates) == 0 {
		return nil, unusableInput(errors.New("neither version declares gates, so there is nothing to prove with: declare some under `gates`"))
	}
	e, err := engine.Open(cmd.Context(), f.engine)
	if err != nil {
		return nil, environmentFailed(err)
	}
	defer e.Close()
	token := "proof"
	if !e.OwnClock() {
		token = strings.ToLower(rand.Text()[:6])
	}
	progress, done := progressLine(cmd.ErrOrStderr())
	defer done()
	proof, err := prove.Run(cmd.Context(), prove.Input{
		Old: old, New: new, Pairs: diff.Pairs(old, new), Engine: e, Most: f.most,
		Token: token, Jobs: 2 * runtime.NumCPU(), Now: time.Now, Exclusive: f.exclusive, Progress: progress,
	})
	return proof, environmentFailed(err)
}

// ranNothing is the error of a proof that was asked for and left something open
// without having run a mixture; nil when it ran some, or when there was nothing
// to mix.
func ranNothing(r *diff.Report) error {
	why := r.Unrun()
	if why == "" {
		return nil
	}
	return unusableInput(fmt.Errorf("--prove ran no mixture: %s, or leave out --prove", why))
}
