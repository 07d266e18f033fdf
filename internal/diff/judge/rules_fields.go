package judge

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
)

var fieldRules = []Rule{
	{
		ID: "field-added-optional", On: fact.FieldAdded, Layer: L1, Class: Additive, Severity: diag.Info,
		When:    func(_ *Speakers, c fact.Change) bool { return c.Field.New.Optional },
		Says:    `rows of {key} may hold "{field}" ({new})`,
		Explain: "Readers look fields up by name: an old one does not look for this one, a new one does without it.",
		Relations: Relations{
			OldReadsNew: yes(`it does not look for "{field}"`),
			NewReadsOld: yes(`it does without "{field}"`),
			Together:    yes("a row with the field and a row without it are both whole"),
			InFlight:    yes(`a new reader does without "{field}"`),
		},
		Mirror: "field-removed-optional",
	},
	{
		ID: "field-added", On: fact.FieldAdded, Layer: L1, Class: WireBreak,
		Says:    `every row of {key} holds "{field}" ({new})`,
		Explain: "New readers rely on a field that no old writer writes. Declare it optional, and the change is additive.",
		Relations: Relations{
			OldReadsNew: yes(`it does not look for "{field}"`),
			NewReadsOld: no(Unreadable, `it looks for "{field}" and finds nothing`),
			Together:    yes("each writes rows that are whole to itself"),
			InFlight:    no(Unreadable, `they have no "{field}"`),
		},
		Mirror: "field-removed",
	},
	{
		ID: "field-removed-optional", On: fact.FieldRemoved, Layer: L1, Class: APIOnly, Severity: diag.Info,
		When:    func(_ *Speakers, c fact.Change) bool { return c.Field.Old.Optional },
		Says:    `no row of {key} holds "{field}" ({old}) any more`,
		Explain: "Old readers did without it where it was missing. Callers lose the accessor.",
		Relations: Relations{
			OldReadsNew: yes(`it does without "{field}"`),
			NewReadsOld: yes(`it does not look for "{field}"`),
			Together:    yes("a row with the field and a row without it are both whole"),
			InFlight:    yes(`a new reader does not look for "{field}"`),
		},
		Mirror: "field-added-optional",
	},
	{
		ID: "field-removed", On: fact.FieldRemoved, Layer: L1, Class: WireBreak,
		Says:    `no row of {key} holds "{field}" ({old}) any more`,
		Explain: "Old readers read exactly the fields they know. Make the field optional first, and remove it when no reader needs it.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, `it looks for "{field}" and finds nothing`),
			NewReadsOld: yes(`it does not look for "{field}"`),
			Together:    yes("each writes rows that are whole to itself"),
			InFlight:    yes(`a new reader does not look for "{field}"`),
		},
		Mirror: "field-added",
	},
	{
		ID: "field-renamed", On: fact.FieldRenamed, Layer: L1, Class: WireBreak,
		Says:    `the field "{old}" of {key} is called "{new}"`,
		Explain: "The names of fields are the contract: a reader finds the row, looks for the name it knows, and finds nothing.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, `it looks for "{old}" and finds nothing`),
			NewReadsOld: no(Unreadable, `it looks for "{new}" and finds nothing`),
			Together:    no(Unreadable, "one row can come to hold both names, with two values"),
			InFlight:    no(Unreadable, `they hold "{old}"`),
		},
		Mirror: "field-renamed",
	},
	{
		ID: "field-type-widened", On: fact.FieldTypeWidened, Layer: L1, Class: Additive, Severity: diag.Info,
		Says:    `the field "{field}" of {key} is {new} and was {old}`,
		Explain: "Every old value is still one. An old reader cannot decode the new ones, so readers must be new before a writer uses them.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it takes what it reads for {old}, which it need not be"),
			NewReadsOld: yes("a value that was {old} is {new} as well"),
			Together:    yes("each writes values that the new one reads"),
			InFlight:    yes("a value that was {old} is {new} as well"),
		},
		Mirror: "field-type-narrowed",
	},
	{
		ID: "field-type-narrowed", On: fact.FieldTypeNarrowed, Layer: L1, Class: WireBreak,
		Says:    `the field "{field}" of {key} is {new} and was {old}`,
		Explain: "Rows that are stored may hold what a new reader cannot decode.",
		Relations: Relations{
			OldReadsNew: yes("a value that is {new} is {old} as well"),
			NewReadsOld: no(Unreadable, "it takes what it reads for {new}, which it need not be"),
			Together:    yes("each writes values that the old one reads"),
			InFlight:    no(Unreadable, "they may hold what is not {new}"),
		},
		Mirror: "field-type-widened",
	},
	{
		ID: "field-type-changed", On: fact.FieldTypeChanged, Layer: L1, Class: WireBreak,
		Says:    `the field "{field}" of {key} is {new} and was {old}`,
		Explain: "Neither side can decode what the other writes.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it takes what it reads for {old}"),
			NewReadsOld: no(Unreadable, "it takes what it reads for {new}"),
			Together:    no(Unreadable, "rows of both kinds stand side by side"),
			InFlight:    no(Unreadable, "they hold what is {old}"),
		},
		Mirror: "field-type-changed",
	},
	{
		ID: "field-unit-changed", On: fact.FieldUnitChanged, Layer: L1, Class: WireBreak,
		Says:    `the field "{field}" of {key} holds {new} and held {old}`,
		Explain: "The same digits mean something else. If only the spec became more exact, and the bytes always meant this, acknowledge the change with that reason.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, "it takes the number for {old}"),
			NewReadsOld: no(Unreadable, "it takes the number for {new}"),
			Together:    no(Unreadable, "nobody can tell which of them wrote a number"),
			InFlight:    no(Unreadable, "they hold {old}"),
		},
		Mirror: "field-unit-changed",
	},
	{
		ID: "field-value-added", On: fact.FieldValueAdded, Layer: L1, Class: Additive, Severity: diag.Info,
		Says:    `the field "{field}" of {key} may be "{new}"`,
		Explain: "A reader that does not know the value cannot decode the row, so readers must be new before a writer uses it.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, `it does not know "{new}"`),
			NewReadsOld: yes("it knows every old value"),
			Together:    yes("each writes values that the new one reads"),
			InFlight:    yes("it knows every old value"),
		},
		Mirror: "field-value-removed",
	},
	{
		ID: "field-value-removed", On: fact.FieldValueRemoved, Layer: L1, Class: WireBreak,
		Says:    `the field "{field}" of {key} may not be "{old}" any more`,
		Explain: "Rows that hold the value stay stored; no new reader can decode them.",
		Relations: Relations{
			OldReadsNew: yes("it knows every new value"),
			NewReadsOld: no(Unreadable, `it does not know "{old}"`),
			Together:    yes("each writes values that the old one reads"),
			InFlight:    no(Unreadable, `those that hold "{old}" keep it`),
		},
		Mirror: "field-value-added",
	},
	{
		ID: "field-value-renamed", On: fact.FieldValueRenamed, Layer: L1, Class: WireBreak,
		Says:    `the field "{field}" of {key} is "{new}" where it was "{old}"`,
		Explain: "The values of an enum are bytes on the wire, as the names of fields are.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, `it does not know "{new}"`),
			NewReadsOld: no(Unreadable, `it does not know "{old}"`),
			Together:    no(Unreadable, "two words say the same thing, and each side knows one"),
			InFlight:    no(Unreadable, `those that hold "{old}" keep it`),
		},
		Mirror: "field-value-renamed",
	},
	{
		// Not a break, though field-removed is one: this widens what a row may be, as
		// another value of an enum does, and leaves every row that is written today as
		// whole as it was. field-removed says that no new row has the field. A script
		// that leaves out what became optional is judged by itself (field-write-waived).
		ID: "field-made-optional", On: fact.FieldMadeOptional, Layer: L1, Class: Additive, Severity: diag.Info,
		Says:    `rows of {key} may lack "{field}"`,
		Explain: "An old reader relies on the field, so readers must be new before a writer leaves it out.",
		Relations: Relations{
			OldReadsNew: no(Unreadable, `it looks for "{field}" and may find nothing`),
			NewReadsOld: yes(`every old row has "{field}"`),
			Together:    yes("each writes rows that the new one reads"),
			InFlight:    yes(`every old row has "{field}"`),
		},
		Mirror: "field-made-required",
	},
	{
		ID: "field-made-required", On: fact.FieldMadeRequired, Layer: L1, Class: WireBreak,
		Says:    `every row of {key} holds "{field}"`,
		Explain: "Rows that are stored may lack the field, and a new reader relies on it.",
		Relations: Relations{
			OldReadsNew: yes(`it reads "{field}" where it finds it`),
			NewReadsOld: no(Unreadable, `it looks for "{field}" and may find nothing`),
			Together:    yes("each writes rows that the old one reads"),
			InFlight:    no(Unreadable, `they may lack "{field}"`),
		},
		Mirror: "field-made-optional",
	},
	{
		ID: "field-type-name-changed", On: fact.FieldTypeNameChanged, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the type of "{field}" is called "{new}" and was called "{old}"`,
		Explain:   "A named type is a type of the SDKs; the bytes are the same.",
		Relations: unmoved, Mirror: "field-type-name-changed",
	},
}
