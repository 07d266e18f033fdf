package spec

import "github.com/echomq/emqgen/internal/diag"

// The whole format, one table a mapping. What is read, what is refused and what
// the JSON Schema says all follow from these tables.

// FormatVersion is the version of the spec format this package reads.
const FormatVersion = 1

var fileForm = newObject("the spec",
	must("emqgen", integer, func(f *File) *Int { return &f.Format }, "the version of this format: 1"),
	must("protocol", name, func(f *File) *Text { return &f.Protocol }, "the name of the protocol, lower_snake"),
	must("version", text, func(f *File) *Text { return &f.Version }, "the version of the protocol, three numbers; steps with every change, by its kind"),
	may("wire", text, func(f *File) *Text { return &f.Wire }, "what the version fence claims; steps with a break only"),
	may("doc", text, func(f *File) *Text { return &f.Doc }, "what the protocol is for"),
	may("engines", enginesForm, func(f *File) *Engines { return &f.Engines }, "the least engine versions"),
	may("profile", choice("a profile", "literal", "declared", "derived", "open"), func(f *File) *Text { return &f.Profile }, "how strict the key law is"),
	may("ids", pointer(idsForm), func(f *File) **IDs { return &f.IDs }, "the layout of branded ids"),
	may("params", mapOf("hole names to what may stand there", name, paramForm), func(f *File) *Map[Param] { return &f.Params }, "what may stand in the <hole> of a key"),
	may("keys", mapOf("key names to addresses", name, keyForm), func(f *File) *Map[Key] { return &f.Keys }, "the addresses and what lives there"),
	may("errors", mapOf("wire classes to errors", class, errorForm), func(f *File) *Map[Error] { return &f.Errors }, "the closed registry of wire classes"),
	may("modules", mapOf("module names to modules", name, moduleForm), func(f *File) *Map[Module] { return &f.Modules }, "the scripts, in groups"),
	may("gates", listOf("gates", gateForm), func(f *File) *List[Gate] { return &f.Gates }, "what an outside observer must see"),
	may("allow", listOf("allowances", allowForm), func(f *File) *List[Allow] { return &f.Allow }, "lint rules that do not hold here, and why"),
	may("names", noting(namesForm, func(n *Names) *bool { return &n.Broken }), func(f *File) *Names { return &f.Names }, "spellings that belong to one language"),
)

var enginesForm = object("the engines",
	may("redis", engineVersion, func(e *Engines) *Text { return &e.Redis }, `the least version of Redis; "7.0" when not said`),
	may("valkey", engineVersion, func(e *Engines) *Text { return &e.Valkey }, `the least version of Valkey; "8.0" when not said`),
)

var idsForm = object("the ids",
	at(func(i *IDs) *diag.Pos { return &i.Pos }),
	must("epoch", text, func(i *IDs) *Text { return &i.Epoch }, "the instant at which the time bits are 0, such as 2024-01-01T00:00:00Z"),
	must("bits", bitsForm, func(i *IDs) *Bits { return &i.Bits }, "how the 63 bits are shared out"),
	may("brands", mapOf("brands to their docs", brand, text), func(i *IDs) *Map[Text] { return &i.Brands }, "the kinds of things that ids name"),
)

var bitsForm = object("the bits",
	at(func(b *Bits) *diag.Pos { return &b.Pos }),
	must("time", integer, func(b *Bits) *Int { return &b.Time }, "how many bits count milliseconds since the epoch"),
	must("node", integer, func(b *Bits) *Int { return &b.Node }, "how many bits tell minting nodes apart"),
	must("seq", integer, func(b *Bits) *Int { return &b.Seq }, "how many bits count ids within a millisecond"),
)

var paramForm = either("a type or a mapping", part(typeName, func(p *Param) *Text { return &p.Type.Name }), object("a parameter",
	may("type", typeName, func(p *Param) *Text { return &p.Type.Name }, "text when not said"),
	may("match", text, func(p *Param) *Text { return &p.Match }, "of a text: a regular expression for the whole value"),
	may("except", listOf("values", text), func(p *Param) *List[Text] { return &p.Except }, "values that are refused although they match"),
	may("values", values, func(p *Param) *List[Text] { return &p.Type.Values }, "of an enum: the values, in order"),
	may("unit", unit, func(p *Param) *Text { return &p.Type.Unit }, "of an int: what it counts"),
	may("is", name, func(p *Param) *Text { return &p.Type.Is }, "a name for the type itself"),
	may("doc", text, func(p *Param) *Text { return &p.Doc }, "what the parameter is"),
))

var keyForm = object("a key",
	must("at", text, func(k *Key) *Text { return &k.At }, `the address: text and <holes>; << is a literal <`),
	may("type", choice("a key type", "string", "hash", "list", "set", "zset", "stream"), func(k *Key) *Text { return &k.Type }, "what lives there"),
	may("fields", mapOf("field names to types", fieldName, fieldForm), func(k *Key) *Map[Field] { return &k.Fields }, "of a hash: its fields; without them it is a free map"),
	may("root_of", name, func(k *Key) *Text { return &k.RootOf }, "the key whose rows a script may derive from this root"),
	may("fence", boolean, func(k *Key) *Bool { return &k.Fence }, "whether the wire identity lives here"),
	may("doc", text, func(k *Key) *Text { return &k.Doc }, "what the key is for"),
)

var fieldForm = either("a type or a mapping", part(typeName, func(f *Field) *Text { return &f.Type.Name }), object("a field",
	must("type", typeName, func(f *Field) *Text { return &f.Type.Name }, "the type of the value"),
	may("values", values, func(f *Field) *List[Text] { return &f.Type.Values }, "of an enum: the values, in order"),
	may("unit", unit, func(f *Field) *Text { return &f.Type.Unit }, "of an int: what it counts"),
	may("is", name, func(f *Field) *Text { return &f.Type.Is }, "a name for the type itself"),
	may("optional", boolean, func(f *Field) *Bool { return &f.Optional }, "whether a row may lack the field"),
	may("doc", text, func(f *Field) *Text { return &f.Doc }, "what the field holds"),
))

var errorForm = object("an error",
	may("name", name, func(e *Error) *Text { return &e.Name }, "what callers know it by; the class in lower case when not said"),
	may("doc", text, func(e *Error) *Text { return &e.Doc }, "when it is issued"),
)

var moduleForm = object("a module",
	may("doc", text, func(m *Module) *Text { return &m.Doc }, "what its scripts have in common"),
	must("scripts", mapOf("script names to scripts", name, scriptForm), func(m *Module) *Map[Script] { return &m.Scripts }, "the scripts, by name"),
)

var scriptForm = object("a script",
	may("doc", text, func(s *Script) *Text { return &s.Doc }, "what a call does"),
	must("lua", text, func(s *Script) *Text { return &s.Lua }, "the Lua file, relative to the spec"),
	may("sha1", digest, func(s *Script) *Text { return &s.SHA1 }, "the pin: the SHA1 of the file's bytes"),
	may("keys", listOf("keys", keyUseForm), func(s *Script) *List[KeyUse] { return &s.Keys }, "KEYS[1], KEYS[2], …"),
	may("args", listOf("arguments", argForm), func(s *Script) *List[Arg] { return &s.Args }, "ARGV[1], ARGV[2], …"),
	may("returns", pointer(noting(returnsForm, func(r *Returns) *bool { return &r.Broken })), func(s *Script) **Returns { return &s.Returns }, "how the reply is understood"),
	may("refuses", listOf("wire classes", text), func(s *Script) *List[Text] { return &s.Refuses }, "the declared classes this script may answer"),
	may("many", boolean, func(s *Script) *Bool { return &s.Many }, "whether callers may send many calls in one round trip"),
)

var keyUseForm = either("a key or a mapping", part(text, func(k *KeyUse) *Text { return &k.Key }), object("a key of a script",
	must("key", text, func(k *KeyUse) *Text { return &k.Key }, "a declared key"),
	may("as", name, func(k *KeyUse) *Text { return &k.As }, "its role, where a script uses one key twice"),
	may("optional", boolean, func(k *KeyUse) *Bool { return &k.Optional }, "whether it may be left out at the end"),
	may("variadic", boolean, func(k *KeyUse) *Bool { return &k.Variadic }, "whether it stands for one or more from here on"),
))

var argForm = named("an argument", typeName,
	func(a *Arg) *Text { return &a.Name },
	func(a *Arg) *Text { return &a.Type.Name },
	may("values", values, func(a *Arg) *List[Text] { return &a.Type.Values }, "of an enum: the values, in order"),
	may("unit", unit, func(a *Arg) *Text { return &a.Type.Unit }, "of an int: what it counts"),
	may("is", name, func(a *Arg) *Text { return &a.Type.Is }, "a name for the type itself"),
	may("optional", boolean, func(a *Arg) *Bool { return &a.Optional }, "whether it may be left out at the end"),
	may("variadic", boolean, func(a *Arg) *Bool { return &a.Variadic }, "whether it stands for one or more from here on"),
	may("doc", text, func(a *Arg) *Text { return &a.Doc }, "what the argument is"),
)

var allowForm = object("an allowance",
	must("rule", text, func(a *Allow) *Text { return &a.Rule }, "the lint rule"),
	may("on", text, func(a *Allow) *Text { return &a.On }, "the script or key it does not hold for; the whole protocol when not said"),
	must("reason", text, func(a *Allow) *Text { return &a.Reason }, "why"),
)

var namesForm = object("the names",
	may("go", noting(goNamesForm, func(n *GoNames) *bool { return &n.Broken }), func(n *Names) *GoNames { return &n.Go }, "of the Go SDK"),
	may("elixir", noting(elixirNamesForm, func(n *ElixirNames) *bool { return &n.Broken }), func(n *Names) *ElixirNames { return &n.Elixir }, "of the Elixir SDK"),
	may("python", noting(pythonNamesForm, func(n *PythonNames) *bool { return &n.Broken }), func(n *Names) *PythonNames { return &n.Python }, "of the Python SDK"),
)

var rename = mapOf("paths to spellings", text, text)

var goNamesForm = object("the Go names",
	at(func(n *GoNames) *diag.Pos { return &n.Pos }),
	may("package", text, func(n *GoNames) *Text { return &n.Package }, "the package name"),
	may("module", text, func(n *GoNames) *Text { return &n.Module }, "the module path, when the SDK is a module of its own"),
	may("rename", rename, func(n *GoNames) *Map[Text] { return &n.Rename }, "spellings by path, such as jobs.enqueue: Push"),
)

var elixirNamesForm = object("the Elixir names",
	at(func(n *ElixirNames) *diag.Pos { return &n.Pos }),
	may("app", text, func(n *ElixirNames) *Text { return &n.App }, "the OTP application"),
	may("module", text, func(n *ElixirNames) *Text { return &n.Module }, "the root module"),
	may("connector", text, func(n *ElixirNames) *Text { return &n.Connector }, "the host's module with eval/4, used instead of an emitted one"),
	may("script", text, func(n *ElixirNames) *Text { return &n.Script }, "the host's struct with name, source and sha, used instead of an emitted one"),
	may("id", text, func(n *ElixirNames) *Text { return &n.ID }, "the host's module with valid?/1, used instead of an emitted one"),
	may("rename", rename, func(n *ElixirNames) *Map[Text] { return &n.Rename }, "spellings by path, such as jobs.enqueue: push"),
)

var pythonNamesForm = object("the Python names",
	at(func(n *PythonNames) *diag.Pos { return &n.Pos }),
	may("package", text, func(n *PythonNames) *Text { return &n.Package }, "the import name"),
	may("distribution", text, func(n *PythonNames) *Text { return &n.Distribution }, "the name in pyproject.toml"),
	may("rename", rename, func(n *PythonNames) *Map[Text] { return &n.Rename }, "spellings by path, such as jobs.enqueue: push"),
)
