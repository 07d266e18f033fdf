package golang

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/emit"
	"github.com/echomq/emqgen/internal/protocol"
	"github.com/echomq/emqgen/templates"
)

// driverDir is where the static files of the driver lie, and where the driver
// stands in the module.
const (
	driverDir  = "go/driver"
	driverPath = "driver/"
)

// driver writes the command that holds the package to its gates: static files,
// and a main that tells them what the package has. files are those of the
// package, since types that nothing needs are not there.
func (n *names) driver(files []emit.File) ([]emit.File, error) {
	statics, err := fs.Glob(templates.Go, driverDir+"/*.go")
	if err != nil {
		return nil, err
	}
	has := func(name string) bool {
		return slices.ContainsFunc(files, func(f emit.File) bool { return f.Path == name })
	}
	all := []emit.File{{Path: driverPath + "main.go", Data: n.driverMain(has)}}
	for _, name := range statics {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := templates.Go.ReadFile(name)
		if err != nil {
			return nil, err
		}
		_, body, _ := bytes.Cut(data, []byte("package driver\n"))
		all = append(all, emit.File{
			Path: driverPath + path.Base(name),
			Data: fmt.Appendf(nil, "// %s\n\npackage main\n%s", emit.Header(n.p), body),
		})
	}
	return all, nil
}

// driverMain writes
//
//	func main() {
//		err := drive(os.Stdin, os.Stdout, protocol{
//			name: "echomq",
//			scripts: func(client redis.UniversalClient) []script { … },
//			…
//		})
//		…
//	}
func (n *names) driverMain(has func(file string) bool) []byte {
	var b bytes.Buffer
	records := slices.ContainsFunc(n.p.Keys, (*protocol.Key).IsRecord)
	scripts := len(n.p.Scripts()) > 0
	var sdkErrors []string // of replies that do not fit
	if has("reply.go") {
		sdkErrors = append(sdkErrors, "isError[*sdk.ReplyError](err)")
	}
	if has("record.go") {
		sdkErrors = append(sdkErrors, "isError[*sdk.RecordError](err)")
	}
	fmt.Fprintf(&b, "// %s\n\n", emit.Header(n.p))
	b.WriteString("// Command driver holds the package to the gates of its protocol: emqgen conform\n// starts it and talks to it.\npackage main\n\nimport (\n")
	if n.p.Fence != nil {
		b.WriteString("\t\"errors\"\n")
	}
	b.WriteString("\t\"log\"\n\t\"os\"\n\n")
	if scripts {
		b.WriteString("\t\"github.com/redis/go-redis/v9\"\n\n")
	}
	fmt.Fprintf(&b, "\tsdk %q\n)\n\nfunc main() {\n", n.modulePath())
	b.WriteString("\tp := protocol{name: " + strconv.Quote(n.p.Name) + "}\n")
	if scripts {
		b.WriteString("\tp.sources = map[string]string{}\n\tfor _, s := range sdk.Scripts() {\n\t\tp.sources[s.String()] = s.Source\n\t}\n\tp.scripts = scripts\n")
	}
	if records {
		b.WriteString("\tp.rows = rows\n")
	}
	if has("input.go") {
		b.WriteString("\tp.host = isError[*sdk.InputError]\n")
	}
	if len(sdkErrors) > 0 {
		b.WriteString("\tp.reply = func(err error) bool { return " + strings.Join(sdkErrors, " || ") + " }\n")
	}
	if has("many.go") {
		b.WriteString("\tp.unknown = isError[*sdk.UnknownError]\n\tp.unsent = isError[*sdk.UnsentError]\n")
	}
	if n.p.Fence != nil {
		b.WriteString("\tp.fence = fence\n\tp.onConnect = sdk.OnConnect\n\tp.newCluster = sdk.NewFencedClusterClient\n")
	}
	for _, e := range n.p.Errors {
		fmt.Fprintf(&b, "\tp.errors = append(p.errors, namedError{sdk.%s, %q})\n", n.errorOf[e], e.Name)
	}
	b.WriteString("\tif err := drive(os.Stdin, os.Stdout, p); err != nil {\n\t\tlog.Fatal(err)\n\t}\n}\n")
	if scripts {
		n.driverScripts(&b)
	}
	if records {
		n.driverRows(&b)
	}
	if n.p.Fence != nil {
		b.WriteString("\nfunc fence(err error) (found, expected string, ok bool) {\n\tvar refused *sdk.FenceError\n\tif !errors.As(err, &refused) {\n\t\treturn \"\", \"\", false\n\t}\n\treturn refused.Found, refused.Expected, true\n}\n")
	}
	return b.Bytes()
}

// driverScripts writes
//
//	func scripts(client redis.UniversalClient) []script {
//		jobs := sdk.NewJobs(client)
//		return []script{
//			{
//				name: "jobs.enqueue",
//				…
//			},
//		}
//	}
func (n *names) driverScripts(b *bytes.Buffer) {
	b.WriteString("\nfunc scripts(client redis.UniversalClient) []script {\n\treturn []script{\n")
	for _, s := range n.p.Scripts() {
		module, method := n.moduleOf[s.Module], n.scriptOf[s].method
		var params []string
		for _, p := range s.Call {
			params = append(params, p.Name)
		}
		fields := []string{
			"name", strconv.Quote(s.Module.Name + "." + s.Name),
			"call", "sdk.New" + module + "(client)." + method,
		}
		if s.Many {
			fields = append(fields, "many", "sdk.New"+module+"(client)."+method+"Many")
		}
		if len(params) > 0 {
			fields = append(fields, "params", quotedList(params))
		}
		switch formOf(s.Reply) {
		case optionalForm:
			fields = append(fields, "none", strconv.Quote(s.Reply.None.Name))
		case answerForm, mixedForm:
			fields = append(fields, "verdict", "true")
		}
		if t := s.Reply.Value.Tuple(); t != nil {
			var members []string
			for _, m := range t.Members {
				members = append(members, m.Name)
			}
			fields = append(fields, "members", quotedList(members))
		}
		if paths := octets(s.Reply.Value, ""); len(paths) > 0 {
			fields = append(fields, "octets", quotedList(paths))
		}
		writeFields(b, "\t\t", fields)
	}
	b.WriteString("\t}\n}\n")
}

// octets lists the maps of a shape whose keys are bytes, by what a driver passes
// on the way to them: [] for a list, {} for a map, and .name for a member.
func octets(s *protocol.Shape, path string) []string {
	switch {
	case s == nil || s.Kind == protocol.Scalar:
		return nil
	case s.Kind == protocol.List:
		return octets(s.Elem, path+"[]")
	}
	var paths []string
	for _, m := range s.Members {
		paths = append(paths, octets(m.Shape, path+"."+m.Name)...)
	}
	if s.Kind == protocol.Map {
		if s.Key.Kind == protocol.Bytes {
			paths = append(paths, path)
		}
		paths = append(paths, octets(s.Elem, path+"{}")...)
	}
	return paths
}

// driverRows is driverScripts for the readers of records.
func (n *names) driverRows(b *bytes.Buffer) {
	b.WriteString("\nvar rows = []row{\n")
	for _, k := range n.p.Keys {
		if !k.IsRecord() {
			continue
		}
		var holes, names []string
		for _, h := range k.Holes() {
			holes = append(holes, h.Name)
		}
		for _, f := range k.Fields {
			names = append(names, f.Name)
		}
		fields := []string{"key", strconv.Quote(k.Name), "read", "sdk.Read" + n.keyOf[k]}
		if len(holes) > 0 {
			fields = append(fields, "params", quotedList(holes))
		}
		writeFields(b, "\t", append(fields, "fields", quotedList(names)))
	}
	b.WriteString("}\n")
}

// writeFields writes a struct of a list as gofmt would: names and values take
// turns, and the values stand below each other.
func writeFields(b *bytes.Buffer, indent string, fields []string) {
	width := 0
	for i := 0; i < len(fields); i += 2 {
		width = max(width, len(fields[i]))
	}
	b.WriteString(indent + "{\n")
	for i := 0; i < len(fields); i += 2 {
		b.WriteString(indent)
		b.WriteByte('\t')
		b.WriteString(fields[i])
		b.WriteByte(':')
		for range width - len(fields[i]) + 1 {
			b.WriteByte(' ')
		}
		b.WriteString(fields[i+1])
		b.WriteString(",\n")
	}
	b.WriteString(indent + "},\n")
}

func quotedList(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return "[]string{" + strings.Join(quoted, ", ") + "}"
}
