package python

import "github.com/echomq/emqgen/internal/protocol"

type recordsView struct {
	Head    string
	Enums   []enumView
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
				v.Enums = append(v.Enums, f.enumView(e))
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
	for _, field := range k.Fields {
		name := f.fields[field]
		of := f.annotation(field, field.Type)
		get := "get"
		if field.Optional {
			get = "find"
			of += " | None = None"
		}
		v.Fields = append(v.Fields, "    "+name+": "+of)
		attributes = append(attributes, item{name, describe(field.Doc, field.Type)})
		parsed = append(parsed, keyword(name, call("row."+get, leaf(quoteBytes([]byte(field.Name))), f.decoder(field, field.Type))))
	}
	d.section("Attributes", attributes...)
	v.Doc = d.String()
	f.readers(&v, k)
	parse := "_parse_" + f.keys[k]
	v.Parse = signature(0, "", parse, leaves("row: _rows.Row"), names.class)
	v.ParseReturn = statement(4, "return ", call(names.class, parsed...))
	return v
}

func (f *file) readers(v *recordView, k *protocol.Key) {
	names := f.records[k]
	sync, async := leaves("client: _sync.Client"), leaves("client: _async.AsyncClient")
	var holes []node
	for _, hole := range k.Holes() {
		param := leaf(f.holes[hole] + ": " + f.holeType(hole))
		sync, async = append(sync, param), append(async, param)
		holes = append(holes, leaf(f.holes[hole]))
	}
	steps := call("_rows.read", call("_keys."+f.keys[k], holes...), leaf("_parse_"+f.keys[k]))
	v.Read = signature(0, "", names.read, sync, names.class+" | None")
	v.ReadReturn = statement(4, "return ", call("_sync.converse", leaf("client"), steps))
	v.ReadAsync = signature(0, "async ", names.readAsync(), async, names.class+" | None")
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
