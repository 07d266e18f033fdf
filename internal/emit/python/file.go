package python

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// file gathers what one module imports while its parts are written.
type file struct {
	*names
	imported map[importLine]map[string]bool
}

// importLine is an import statement without its names. The zero module imports
// whole modules.
type importLine struct {
	block  block
	module string // of from … import; empty for import …
	alias  string // of import … as; such a line has one name
}

// block is a part of the imports, set off by an empty line.
type block int

const (
	standardBlock block = iota
	localBlock
)

func (n *names) file() *file {
	return &file{names: n, imported: map[importLine]map[string]bool{}}
}

func (f *file) add(line importLine, name string) {
	if f.imported[line] == nil {
		f.imported[line] = map[string]bool{}
	}
	f.imported[line][name] = true
}

// use imports a module of the standard library.
func (f *file) use(module string) string {
	f.add(importLine{block: standardBlock}, module)
	return module
}

// abstract imports a type of collections.abc.
func (f *file) abstract(name string) { f.add(importLine{standardBlock, "collections.abc", ""}, name) }

// take imports a name out of a module of this package.
func (f *file) take(module, name string) string {
	f.add(importLine{localBlock, "." + module, ""}, name)
	return name
}

// own imports a private module of this package.
func (f *file) own(module string) string { return f.take("", module) }

// public imports a public module of this package under a private name, which no
// parameter can hide.
func (f *file) public(module string) string {
	f.add(importLine{localBlock, ".", "_" + module}, module)
	return "_" + module
}

// imports writes the import block in the order of isort.
func (f *file) imports() string {
	lines := slices.SortedFunc(maps.Keys(f.imported), func(a, b importLine) int {
		switch {
		case a.block != b.block:
			return int(a.block - b.block)
		case a.module != b.module:
			return natural(a.module, b.module)
		}
		return natural(a.alias, b.alias)
	})
	var b strings.Builder
	for i, line := range lines {
		if i > 0 && line.block != lines[i-1].block {
			b.WriteByte('\n')
		}
		names := slices.SortedFunc(maps.Keys(f.imported[line]), byImport)
		switch {
		case line.module == "":
			for _, name := range names {
				b.WriteString("import " + name + "\n")
			}
		case line.alias != "":
			b.WriteString(fromImport(line.module, []string{names[0] + " as " + line.alias}) + "\n")
		default:
			b.WriteString(fromImport(line.module, names) + "\n")
		}
	}
	return b.String()
}

func fromImport(module string, names []string) string {
	line := "from " + module + " import "
	if len(line)+len(strings.Join(names, ", ")) <= width {
		return line + strings.Join(names, ", ")
	}
	return statement(0, line, tuple(leaves(names...)...).tallOver(0))
}

// byImport orders names as isort does: constants, classes, then the rest, and
// within each the same whether letters are capital or small.
func byImport(a, b string) int {
	return cmp.Or(caseOf(a)-caseOf(b), naturalAs(lowered, a, b), natural(a, b))
}

// byExport orders names as ruff wants __all__: constants, classes, then the rest.
func byExport(a, b string) int { return cmp.Or(caseOf(a)-caseOf(b), natural(a, b)) }

func caseOf(name string) int {
	small := strings.ContainsFunc(name, func(r rune) bool { return r >= 'a' && r <= 'z' })
	switch capital := name[0] >= 'A' && name[0] <= 'Z'; {
	case capital && !small && len(name) > 1:
		return 0
	case capital:
		return 1
	}
	return 2
}

// natural orders names with the numbers in them taken as numbers.
func natural(a, b string) int { return naturalAs(func(c byte) byte { return c }, a, b) }

// naturalAs is natural for letters as they are seen.
func naturalAs(seen func(byte) byte, a, b string) int {
	for i := 0; ; i++ {
		switch {
		case i == len(a) || i == len(b):
			return len(a) - len(b)
		case isDigit(a[i]) && isDigit(b[i]):
			x, y := number(a[i:]), number(b[i:])
			if x == y {
				i += len(x) - 1
				break
			}
			if x[0] == '0' || y[0] == '0' || len(x) == len(y) {
				return strings.Compare(x, y)
			}
			return len(x) - len(y)
		case seen(a[i]) != seen(b[i]):
			return int(seen(a[i])) - int(seen(b[i]))
		}
	}
}

// lowered sees a capital letter as a small one.
func lowered(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c - 'A' + 'a'
	}
	return c
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// number cuts a text off after the digits it begins with.
func number(text string) string {
	i := 0
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return text[:i]
}
