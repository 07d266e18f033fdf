// Package docs writes the reference of a protocol: how its rows live, its keys,
// scripts, replies, errors and gates, all of it from the spec.
package docs

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/conform"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

// Formats lists the names that Write knows.
func Formats() []string { return []string{"markdown"} }

// CheckFormat returns an error for a format that Write does not know.
func CheckFormat(format string) error {
	if slices.Contains(Formats(), format) {
		return nil
	}
	return fmt.Errorf("unknown format %q: expected one of %s", format, strings.Join(Formats(), ", "))
}

// Write writes the reference. The transitions are those that its gates show.
func Write(w io.Writer, p *protocol.Protocol, transitions []conform.Transition) error {
	d := &document{p: p}
	d.head()
	d.section("Transitions", Diagram(transitions))
	d.keys()
	d.ids()
	d.scripts()
	d.errors()
	d.gates()
	d.footprints()
	_, err := io.WriteString(w, d.text.String())
	return err
}

// document is the text so far.
type document struct {
	p    *protocol.Protocol
	text strings.Builder
}

func (d *document) printf(format string, args ...any) { fmt.Fprintf(&d.text, format, args...) }

// section writes a heading and what stands under it, unless that is nothing.
func (d *document) section(title, body string) {
	if body != "" {
		d.printf("\n## %s\n\n%s", title, body)
	}
}

func (d *document) head() {
	d.printf("# %s %s\n\nMade by `emqgen docs` from `%s`.\n", d.p.Name, d.p.Version, d.p.SpecName)
	if d.p.Doc != "" {
		d.printf("\n%s\n", line(d.p.Doc))
	}
	if d.p.Fence != nil {
		d.printf("\nThe version fence `%s` holds `%s`: it is compared whole, on every connect.\n", d.p.Fence.At, d.p.Wire)
	}
	d.printf("\nThe least engines are Redis %s and Valkey %s.\n", d.p.Engines.Redis, d.p.Engines.Valkey)
}

func (d *document) keys() {
	if len(d.p.Keys) == 0 {
		return
	}
	rows := [][]string{}
	for _, k := range d.p.Keys {
		kind := string(k.Type)
		switch {
		case k.RootOf != nil:
			kind = "root of " + k.RootOf.Name
		case k.Fence:
			kind += ", the fence"
		}
		rows = append(rows, []string{k.Name, code(k.At.String()), kind, line(k.Doc)})
	}
	d.section("Keys", table([]string{"key", "address", "type", "holds"}, rows))
	for _, k := range d.p.Keys {
		if !k.IsRecord() {
			continue
		}
		rows := [][]string{}
		for _, f := range k.Fields {
			rows = append(rows, []string{code(f.Name), typeName(f.Type), must(!f.Optional), line(f.Doc)})
		}
		d.printf("\n### The fields of %s\n\n%s", k.Name, table([]string{"field", "type", "", "says"}, rows))
	}
	if len(d.p.Params) > 0 {
		rows := [][]string{}
		for _, param := range d.p.Params {
			rows = append(rows, []string{code("<" + param.Name + ">"), gate(param), line(param.Doc)})
		}
		d.printf("\n### The holes\n\n%s", table([]string{"hole", "admits", "says"}, rows))
	}
}

func (d *document) ids() {
	ids := d.p.IDs
	if ids == nil {
		return
	}
	body := fmt.Sprintf("Three upper-case letters and eleven base62 digits, which hold %d bits of milliseconds since %s, %d bits of node and %d bits of sequence.\n",
		ids.TimeBits, ids.Epoch.UTC().Format("2006-01-02T15:04:05.999Z07:00"), ids.NodeBits, ids.SeqBits)
	if len(ids.Brands) > 0 {
		rows := [][]string{}
		for _, b := range ids.Brands {
			rows = append(rows, []string{code(b.Name), line(b.Doc)})
		}
		body += "\n" + table([]string{"brand", "names"}, rows)
	}
	d.section("Ids", body)
}

func (d *document) scripts() {
	if len(d.p.Scripts()) == 0 {
		return
	}
	d.section("Scripts", table([]string{"script", "bytes", "SHA1"}, scriptRows(d.p)))
	for _, m := range d.p.Modules {
		for _, s := range m.Scripts {
			d.script(s)
		}
	}
}

func scriptRows(p *protocol.Protocol) [][]string {
	rows := [][]string{}
	for _, s := range p.Scripts() {
		rows = append(rows, []string{s.Module.Name + "." + s.Name, fmt.Sprint(len(s.Source)), code(s.SHA1)})
	}
	return rows
}

func (d *document) script(s *protocol.Script) {
	d.printf("\n### %s.%s\n\n", s.Module.Name, s.Name)
	if s.Doc != "" {
		d.printf("%s\n\n", line(s.Doc))
	}
	rows := [][]string{}
	for i, u := range s.Keys {
		rows = append(rows, []string{position("KEYS", i, u.Variadic), u.Name(), code(u.Key.At.String()), options(u.Optional, u.Variadic, "")})
	}
	for i, a := range s.Args {
		rows = append(rows, []string{position("ARGV", i, a.Variadic), a.Name, typeName(a.Type), options(a.Optional, a.Variadic, a.Doc)})
	}
	if len(rows) > 0 {
		d.printf("%s\n", table([]string{"", "name", "is", "says"}, rows))
	}
	d.printf("%s", table([]string{"reply", "means"}, replyRows(s)))
}

func replyRows(s *protocol.Script) [][]string {
	rows := [][]string{}
	if v := s.Reply.None; v != nil {
		rows = append(rows, []string{"nil, false or `[]`", outcome(v)})
	}
	for _, v := range s.Reply.Verdicts {
		match := fmt.Sprint(v.Match.Int)
		if v.Match.IsString {
			match = fmt.Sprintf("%q", v.Match.Str)
		}
		rows = append(rows, []string{code(match), outcome(v)})
	}
	switch {
	case s.Reply.Value != nil:
		rows = append(rows, []string{shape(s.Reply.Value), "the answer"})
	case s.Reply.Undescribed():
		rows = append(rows, []string{"anything", "handed on as it comes"})
	}
	for _, e := range s.Refuses {
		rows = append(rows, []string{code("-" + e.Class + " …"), "the error " + e.Name})
	}
	return rows
}

func outcome(v *protocol.Verdict) string {
	if v.Error != nil {
		return "the error " + v.Error.Name
	}
	return v.Name
}

func (d *document) errors() {
	rows := [][]string{}
	for _, e := range d.p.Errors {
		var by []string
		for _, s := range d.p.Scripts() {
			if slices.Contains(s.Refuses, e) {
				by = append(by, s.Name)
			}
		}
		class := "a reply"
		if e.Class != "" {
			class = code(e.Class)
		}
		rows = append(rows, []string{class, e.Name, line(e.Doc), strings.Join(by, ", ")})
	}
	if len(rows) > 0 {
		d.section("Errors", table([]string{"class", "error", "says", "of"}, rows))
	}
}

func (d *document) gates() {
	if len(d.p.Gates) == 0 {
		return
	}
	rows := [][]string{}
	for _, g := range d.p.Gates {
		rows = append(rows, []string{line(g.Name), line(g.Law), line(g.Doc)})
	}
	d.section("Gates", "What an outside observer must see; `emqgen conform` runs them.\n\n"+table([]string{"gate", "proves", "because"}, rows))
}

func (d *document) footprints() {
	var list []*lua.Footprint
	for _, s := range d.p.Scripts() {
		list = append(list, lua.FootprintOf(d.p, s))
	}
	if len(list) == 0 {
		return
	}
	var body strings.Builder
	// A Builder takes everything.
	_ = lua.WriteFootprints(&body, "markdown", list)
	d.section("What the scripts touch", body.String())
}
