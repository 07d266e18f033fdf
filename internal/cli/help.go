package cli

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// strict makes the commands that cobra adds refuse what they do not know, and tell
// an output that cannot be written from a usage that cannot be meant. Completion
// scripts go where the output of root goes by now.
func strict(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Run, c.RunE = nil, helpFor
		case "completion":
			c.Args, c.RunE = cobra.ArbitraryArgs, needsVerb
			for _, shell := range c.Commands() {
				if script := shell.RunE; script != nil {
					shell.RunE = func(cmd *cobra.Command, args []string) error { return environmentFailed(script(cmd, args)) }
				}
			}
		}
	}
}

// helpErrors gives where it is kept that help could not be written: cobra drops that.
func helpErrors(root *cobra.Command) *error {
	var failed error
	print := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		out := cmd.OutOrStdout()
		var text bytes.Buffer
		cmd.SetOut(&text)
		print(cmd, args)
		cmd.SetOut(out)
		_, failed = out.Write(text.Bytes())
	})
	return &failed
}

// helpFor prints the help of the verb that the arguments lead to.
func helpFor(cmd *cobra.Command, args []string) error {
	topic := cmd.Root()
	for _, word := range args {
		i := slices.IndexFunc(topic.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
		if i < 0 {
			return fmt.Errorf("%s has no verb %q%s", topic.CommandPath(), word, didYouMean(word, verbs(topic), ""))
		}
		topic = topic.Commands()[i]
	}
	topic.InitDefaultHelpFlag()
	return topic.Help()
}
