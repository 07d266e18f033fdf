package cli

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/echomq/emqgen/internal/emit"
)

// targets is where the SDKs of a run stand: the flags --lang and --out.
type targets struct {
	langs []string // nil when --lang is not given
	outs  []string
}

// target is the output folder of one language.
type target struct {
	emit.Emitter
	dir    string
	layout emit.Layout
}

func (t *targets) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&t.langs, "lang", nil, "the languages: "+strings.Join(languages(), ",")+" (default all)")
	cmd.Flags().StringArrayVar(&t.outs, "out", nil,
		"DIR for a project per language in DIR/LANG, or LANG=DIR for the sources of one language straight in DIR (default out)")
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(languages(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.MarkFlagDirname("out")
}

func languages() []string {
	var names []string
	for _, e := range emitters() {
		names = append(names, e.Language())
	}
	return names
}

// resolve gives every chosen language its folder. With nothing but LANG=DIR
// only these languages are chosen; in all other cases --lang says which.
func (t *targets) resolve() ([]target, error) {
	base, own, err := t.folders()
	if err != nil {
		return nil, err
	}
	chosen, err := t.chosen(own, base == "" && len(own) > 0)
	if err != nil {
		return nil, err
	}
	if base == "" {
		base = "out"
	}
	var all []target
	for _, e := range emitters() {
		lang := e.Language()
		if !slices.Contains(chosen, lang) {
			continue
		}
		if dir, ok := own[lang]; ok {
			all = append(all, target{e, dir, emit.Embedded})
		} else {
			all = append(all, target{e, filepath.Join(base, lang), emit.Standalone})
		}
	}
	return all, nil
}

// folders reads the values of --out: the folder for all, and those of one
// language each.
func (t *targets) folders() (base string, own map[string]string, err error) {
	own = map[string]string{}
	for _, value := range t.outs {
		lang, dir, named := strings.Cut(value, "=")
		named = named && !strings.ContainsAny(lang, "./\\")
		switch {
		case value == "" || named && dir == "":
			return "", nil, fmt.Errorf("--out %q names no folder", value)
		case !named && base != "":
			return "", nil, fmt.Errorf("--out is given twice for all languages: %q and %q", base, value)
		case !named:
			base = filepath.Clean(value)
		case !slices.Contains(languages(), lang):
			return "", nil, fmt.Errorf("%w; for a folder of that name write --out ./%s", unknownLanguage(lang), value)
		case own[lang] != "":
			return "", nil, fmt.Errorf("--out is given twice for %s: %q and %q", lang, own[lang], dir)
		default:
			own[lang] = filepath.Clean(dir)
		}
	}
	return base, own, nil
}

func (t *targets) chosen(own map[string]string, onlyOwn bool) ([]string, error) {
	if t.langs != nil && len(t.langs) == 0 {
		return nil, fmt.Errorf("--lang names no language: expected some of %s", strings.Join(languages(), ", "))
	}
	for _, lang := range t.langs {
		if !slices.Contains(languages(), lang) {
			return nil, unknownLanguage(lang)
		}
	}
	for _, lang := range languages() {
		if own[lang] != "" && len(t.langs) > 0 && !slices.Contains(t.langs, lang) {
			return nil, fmt.Errorf("--out %s=%s is given, but --lang leaves %s out", lang, own[lang], lang)
		}
	}
	switch {
	case len(t.langs) > 0:
		return t.langs, nil
	case !onlyOwn:
		return languages(), nil
	}
	var chosen []string
	for _, lang := range languages() {
		if own[lang] != "" {
			chosen = append(chosen, lang)
		}
	}
	return chosen, nil
}

func unknownLanguage(lang string) error {
	return unknownWord("language", lang, languages())
}
