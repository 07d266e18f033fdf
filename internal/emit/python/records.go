package python

import "github.com/echomq/emqgen/internal/protocol"

type recordsView struct {
	Head    string
	Enums   []string
	Records []recordView
}

type recordView struct {
	Class, Doc                string
	Fields                    []string
	Read, ReadDoc, ReadReturn string
	ReadAsync                 string
	ReadAsyncReturn           string
	Parse, ParseReturn        string
}

func (n *names) recordsModule() view {
	f := n.file()
	f.use("dataclasses")
	f.own("_async")
	f.own("_rows")
	f.own("_sync")
	f.public("keys")
	var v recordsView
	for _, key := range n.p.Keys {
		if !key.IsRecord() {
			continue
		}
		for _, field := range key.Fields {
			if e := n.enums[field]; e != nil && !e.shared {
				v.Enums = append(v.Enums, f.enum(e))
			}
		}
		v.Records = append(v.Records, f.record(key))
	}
	v.Head = f.head("The rows of the protocol, and how they are read.")
	return view{n.in("records.py"), "records.py", v}
}

func (f *file) record(k *protocol.Key) recordView {
	names := f.records[k]
	v := recordView{Class: classLine(names.class, "")}
	d := doc{indent: 4}
	d.add(or(k.Doc, "A row at `"+k.At.String()+"`."))
	var attributes []item
	parsed := []node{}
	for _, stored := range k.Fields {
		name := f.fields[stored]
		of := f.annotation(stored, stored.Type)
		get, def := "get", ""
		if stored.Optional {
			get, of, def = "find", union(of, none), "None"
		}
		v.Fields = append(v.Fields, field(name, of, def))
		attributes = append(attributes, item{name, describe(stored.Doc, stored.Type)})
		parsed = append(parsed, keyword(name, call("row."+get, leaf(quoteBytes(stored.Name)), f.decoder(stored, stored.Type))))
	}
	d.section("Attributes", attributes...)
	v.Doc = d.String()
	f.readers(&v, k)
	parse := "_parse_" + f.keys[k]
	v.Parse = signature(0, "", parse, []param{{name: "row", of: named("_rows.Row")}}, named(names.class))
	v.ParseReturn = statement(4, "return ", call(names.class, parsed...))
	return v
}

func (f *file) readers(v *recordView, k *protocol.Key) {
	names := f.records[k]
	sync := append([]param{{name: "client", of: named("_sync.Client")}}, f.holeParams(k)...)
	async := append([]param{{name: "client", of: named("_async.AsyncClient")}}, f.holeParams(k)...)
	var holes []node
	for _, hole := range k.Holes() {
		holes = append(holes, leaf(f.holes[hole]))
	}
	steps := call("_rows.read", call("_keys."+f.keys[k], holes...), leaf("_parse_"+f.keys[k]))
	v.Read = signature(0, "", names.read, sync, union(named(names.class), none))
	v.ReadReturn = statement(4, "return ", call("_sync.converse", leaf("client"), steps))
	v.ReadAsync = signature(0, "async ", names.readAsync(), async, union(named(names.class), none))
	v.ReadAsyncReturn = statement(4, "return await ", call("_async.converse", leaf("client"), steps))
	d := doc{indent: 4}
	d.add("Read the row at `" + k.At.String() + "`; None if there is none.")
	f.holeArgs(&d, k)
	raises := []item{
		{"RecordError", "If a field is missing or malformed."},
		{"redis.exceptions.RedisError", "If the row cannot be fetched."},
	}
	if len(holes) > 0 {
		raises = append([]item{{"InputError", "If a value cannot stand in the key."}}, raises...)
	}
	d.section("Raises", raises...)
	v.ReadDoc = d.String()
}

func or(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}
