package fact

// Kind is the type of a change. A pair of kinds that undo each other (added and
// removed, widened and narrowed) share their first words.
type Kind string

// Identity of the protocol.
const (
	ProtocolRenamed Kind = "protocol-renamed"
	VersionStepped  Kind = "version-stepped"
	DocChanged      Kind = "doc-changed"

	FenceAdded    Kind = "fence-added"   // there was none
	FenceRemoved  Kind = "fence-removed" // there is none any more
	FenceStepped  Kind = "fence-stepped" // the fence string is another one
	FenceKeyMoved Kind = "fence-key-moved"
)

// Branded ids.
const (
	IDsAdded      Kind = "ids-added"
	IDsRemoved    Kind = "ids-removed"
	IDEpochMoved  Kind = "id-epoch-moved"
	IDBitsChanged Kind = "id-bits-changed"
	BrandAdded    Kind = "brand-added"
	BrandRemoved  Kind = "brand-removed"
	BrandRenamed  Kind = "brand-renamed"
)

// What may stand in the holes of a key.
const (
	ParamAdded       Kind = "param-added"
	ParamRemoved     Kind = "param-removed"
	ParamRenamed     Kind = "param-renamed"
	ParamTypeChanged Kind = "param-type-changed" // the type; what it admits is a change of its own
	ParamWidened     Kind = "param-widened"      // admits all it did, and more
	ParamNarrowed    Kind = "param-narrowed"     // admits some of what it did
	ParamChanged     Kind = "param-changed"      // admits some it did not and refuses some it did, or cannot be decided
)

// Keys.
const (
	KeyAdded              Kind = "key-added"
	KeyRemoved            Kind = "key-removed"
	KeyRenamed            Kind = "key-renamed" // only its name in the spec
	KeyMoved              Kind = "key-moved"   // its address
	KeyHoleAdded          Kind = "key-hole-added"
	KeyHoleRemoved        Kind = "key-hole-removed"
	KeyHolesReordered     Kind = "key-holes-reordered"
	KeyTagAdded           Kind = "key-tag-added"
	KeyTagRemoved         Kind = "key-tag-removed"
	KeyTagChanged         Kind = "key-tag-changed"
	KeyTypeChanged        Kind = "key-type-changed"
	KeyTypeDeclared       Kind = "key-type-declared"
	KeyTypeWithdrawn      Kind = "key-type-withdrawn"
	KeyRootDeclared       Kind = "key-root-declared"
	KeyRootWithdrawn      Kind = "key-root-withdrawn"
	KeyRootChanged        Kind = "key-root-changed"
	RecordOpened          Kind = "record-opened" // declared fields became a free map
	RecordClosed          Kind = "record-closed" // a free map got declared fields
	DeclarationsReordered Kind = "declarations-reordered"
)

// Fields of a record.
const (
	FieldAdded           Kind = "field-added"
	FieldRemoved         Kind = "field-removed"
	FieldRenamed         Kind = "field-renamed"
	FieldTypeWidened     Kind = "field-type-widened"
	FieldTypeNarrowed    Kind = "field-type-narrowed"
	FieldTypeChanged     Kind = "field-type-changed" // neither includes the other
	FieldUnitChanged     Kind = "field-unit-changed"
	FieldValueAdded      Kind = "field-value-added"
	FieldValueRemoved    Kind = "field-value-removed"
	FieldValueRenamed    Kind = "field-value-renamed"
	FieldMadeOptional    Kind = "field-made-optional"
	FieldMadeRequired    Kind = "field-made-required"
	FieldTypeNameChanged Kind = "field-type-name-changed"
)

// Error classes.
const (
	ClassAdded       Kind = "class-added"
	ClassRemoved     Kind = "class-removed"
	ClassWordChanged Kind = "class-word-changed"
	ErrorRenamed     Kind = "error-renamed"
)

// Modules and scripts.
const (
	ModuleAdded   Kind = "module-added"
	ModuleRemoved Kind = "module-removed"
	ModuleRenamed Kind = "module-renamed"

	ScriptAdded     Kind = "script-added"
	ScriptRemoved   Kind = "script-removed"
	ScriptRenamed   Kind = "script-renamed"
	ScriptRehoused  Kind = "script-rehoused" // stands in another module
	ScriptBody      Kind = "script-body-changed"
	ScriptComments  Kind = "script-comments-changed" // comments and blanks only
	ScriptFollows   Kind = "script-body-follows"     // says the new names of what is renamed, and is the same otherwise
	ScriptFileMoved Kind = "script-file-moved"
	ManyAllowed     Kind = "many-allowed" // in one round trip
	ManyWithdrawn   Kind = "many-withdrawn"
	PinAdded        Kind = "pin-added"
	PinRemoved      Kind = "pin-removed"

	ReadGained  Kind = "read-gained"
	ReadLost    Kind = "read-lost"
	WriteGained Kind = "write-gained"
	WriteLost   Kind = "write-lost"
	DropGained  Kind = "removal-gained" // takes away what it did not
	DropLost    Kind = "removal-lost"
)

// KEYS and ARGV of a script.
const (
	ScriptKeyAdded        Kind = "script-key-added"
	ScriptKeyRemoved      Kind = "script-key-removed"
	ScriptKeysReordered   Kind = "script-keys-reordered"
	ScriptKeyMadeOptional Kind = "script-key-made-optional"
	ScriptKeyMadeRequired Kind = "script-key-made-required"
	ScriptKeyMadeVariadic Kind = "script-key-made-variadic"
	ScriptKeyMadeSingle   Kind = "script-key-made-single"
	ScriptKeyRoleRenamed  Kind = "script-key-role-renamed"

	ArgAdded           Kind = "arg-added"
	ArgRemoved         Kind = "arg-removed"
	ArgRenamed         Kind = "arg-renamed"
	ArgsReordered      Kind = "args-reordered"
	ArgTypeChanged     Kind = "arg-type-changed"
	ArgValueAdded      Kind = "arg-value-added"
	ArgValueRemoved    Kind = "arg-value-removed"
	ArgMadeOptional    Kind = "arg-made-optional"
	ArgMadeRequired    Kind = "arg-made-required"
	ArgMadeVariadic    Kind = "arg-made-variadic"
	ArgMadeSingle      Kind = "arg-made-single"
	ArgTypeNameChanged Kind = "arg-type-name-changed"
)

// Replies and refusals of a script.
const (
	AnswerAdded       Kind = "answer-added"
	AnswerRemoved     Kind = "answer-removed"
	AnswerRenamed     Kind = "answer-renamed"
	AnswerRematched   Kind = "answer-rematched"    // the same name by another value
	AnswerMadeError   Kind = "answer-made-error"   // was an answer
	AnswerMadeVerdict Kind = "answer-made-verdict" // was an error

	ReplyValueAdded   Kind = "reply-value-added"
	ReplyValueRemoved Kind = "reply-value-removed"
	ReplyFormChanged  Kind = "reply-form-changed"
	ReplyTypeChanged  Kind = "reply-type-changed"

	MemberAdded        Kind = "member-added"
	MemberRemoved      Kind = "member-removed"
	MemberRenamed      Kind = "member-renamed"
	MembersReordered   Kind = "members-reordered"
	MemberTypeChanged  Kind = "member-type-changed"
	MemberMadeOptional Kind = "member-made-optional"
	MemberMadeRequired Kind = "member-made-required"

	RefusalAdded   Kind = "refusal-added"
	RefusalRemoved Kind = "refusal-removed"
)

// Gates, the key law, engines and the spellings of each language.
const (
	GateAdded   Kind = "gate-added"
	GateRemoved Kind = "gate-removed"
	GateRenamed Kind = "gate-renamed"
	GateChanged Kind = "gate-changed"

	ProfileLoosened   Kind = "profile-loosened"
	ProfileTightened  Kind = "profile-tightened"
	AllowanceAdded    Kind = "allowance-added"
	AllowanceRemoved  Kind = "allowance-removed"
	AllowanceReworded Kind = "allowance-reworded"
	EngineRaised      Kind = "engine-raised"
	EngineLowered     Kind = "engine-lowered"

	NameChanged     Kind = "name-changed"
	OverrideAdded   Kind = "override-added"
	OverrideRemoved Kind = "override-removed"
	OverrideChanged Kind = "override-changed"
)
