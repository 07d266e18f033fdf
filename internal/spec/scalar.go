package spec

import (
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec/yaml"
)

// scalar is a single word or text.
type scalar struct {
	what    string            // completes "expected …"
	pattern string            // for the schema; empty for any text
	words   []string          // for the schema: the whole choice
	ok      func(string) bool // nil accepts everything
	mend    func(string) string
	help    string
}

var text form[Text] = scalar{what: "a text"}

func (f scalar) read(r *reader, n *yaml.Node, v *Text) bool {
	if !r.isScalar(n, f.what) {
		return false
	}
	*v = r.text(n)
	if f.ok == nil || f.ok(v.Value) {
		return true
	}
	help := f.help
	near := diag.Nearest(v.Value, f.words)
	if f.mend != nil && near == "" {
		near = f.mend(v.Value)
	}
	if near != "" && f.ok(near) {
		help = diag.Sprintf("did you mean %q?", near)
	}
	r.list.Errorf(v.Pos, RuleValue, "%q is not %s", v.Value, f.what).Help = help
	return false
}

// choice is one of a few words.
func choice(what string, words ...string) form[Text] {
	return scalar{
		what:  what,
		words: words,
		ok:    func(s string) bool { return slices.Contains(words, s) },
		help:  "it is one of " + strings.Join(words, ", "),
	}
}

// integer is a decimal integer of 64 bits.
var integer form[Int] = integerForm{}

type integerForm struct{}

func (integerForm) read(r *reader, n *yaml.Node, v *Int) bool {
	if !r.isScalar(n, "an integer") {
		return false
	}
	i, err := strconv.ParseInt(n.Value, 10, 64)
	if err != nil || n.IsText() {
		r.list.Errorf(r.pos(n), RuleValue, "%q is not an integer of 64 bits", n.Value).Help = "write plain decimal digits, without quotes"
		return false
	}
	*v = Int{Pos: r.pos(n), Value: i}
	return true
}

// boolean is true or false, in these words only.
var boolean form[Bool] = booleanForm{}

type booleanForm struct{}

func (booleanForm) read(r *reader, n *yaml.Node, v *Bool) bool {
	if !r.isScalar(n, "true or false") {
		return false
	}
	if n.IsText() || n.Value != "true" && n.Value != "false" {
		r.list.Errorf(r.pos(n), RuleValue, "%q is neither true nor false", n.Value).Help = "write true or false, in lower case and without quotes"
		return false
	}
	*v = Bool{Pos: r.pos(n), Value: n.Value == "true"}
	return true
}
