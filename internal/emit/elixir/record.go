package elixir

import (
	"bytes"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// recordView is what the template of a record sees.
type recordView struct {
	*view
	key *protocol.Key
}

// Module is the name of the struct, spelled out.
func (r recordView) Module() string { return r.keys[r.key].record }

// Doc describes the record.
func (r recordView) Doc() string {
	var fields []string
	for _, f := range r.key.Fields {
		name := "`" + r.fields[f] + "`"
		if f.Optional {
			name += " (may be absent, then `nil`)"
		}
		fields = append(fields, item(name, f.Doc))
	}
	return heredoc(paragraphs(or(r.key.Doc, "The row of "+r.key.Name+"."), "`"+r.key.At.String()+"`, a hash:",
		strings.Join(fields, "\n")), 2)
}

// Struct lists the fields.
func (r recordView) Struct() string {
	var fields []node
	for _, f := range r.key.Fields {
		fields = append(fields, leaf(atom(r.fields[f])))
	}
	list := group("defstruct ", "[", fields...)
	return "  " + written(func(b *bytes.Buffer) { list.write(b, 2, 2, 0) })
}

// Type is the type of the struct.
func (r recordView) Type() string {
	var fields []node
	for _, f := range r.key.Fields {
		t := r.readType(f.Type, r.fieldPath(f))
		if f.Optional {
			t = orNil(t)
		}
		fields = append(fields, pair(keyword(r.fields[f])+" ", t))
	}
	return written(func(b *bytes.Buffer) { writeType(b, "t", group("%__MODULE__", "{", fields...)) })
}

// Fields says how each field is read.
func (r recordView) Fields() string {
	var fields []node
	for _, f := range r.key.Fields {
		presence := ":required"
		if f.Optional {
			presence = ":optional"
		}
		fields = append(fields, group("", "{", leaf(atom(r.fields[f])), leaf(quote(f.Name)), leaf(presence),
			r.scalar(f.Type, r.fieldPath(f))))
	}
	list := group("@fields ", "[", fields...)
	return "  " + written(func(b *bytes.Buffer) { list.writeBroken(b, 2, 0) })
}

func (r recordView) fieldPath(f *protocol.Field) string {
	return "keys." + r.key.Name + ".fields." + f.Name
}

// Fetch is the reader of a row.
func (r recordView) Fetch() string {
	names := r.keys[r.key]
	types := leaves("Connector.conn()")
	for _, hole := range r.key.Holes() {
		types = append(types, r.typespec(hole.Type, "params."+hole.Name))
	}
	return written(func(b *bytes.Buffer) {
		writeSpec(b, "fetch", types, union(leaves("{:ok, t()}", "{:error, term()}")...))
		b.WriteByte('\n')
		writeHead(b, "def", "fetch", leaves(append([]string{"conn"}, names.vars...)...))
		b.WriteByte('\n')
		writeStatement(b, "key", call("Keyspace."+names.builder, leaves(names.vars...)...))
		b.WriteString("\n\n    with {:ok, reply} <- Connector.command(conn, [\"HGETALL\", key]), do: from_reply(reply)\n  end")
	})
}
