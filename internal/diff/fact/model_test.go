package fact

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/echomq/emqgen/internal/protocol"
)

// The parts of the model that are compared, or need not be. Whoever adds a part
// to the model decides here what a change of it is.
var compared = map[string]string{
	"Protocol": "Name Version Wire Doc IDs Params Keys Fence Errors Modules Gates Profile Engines Allow Names; Pos SpecName Places Incomplete",
	"IDs":      "Epoch TimeBits NodeBits SeqBits Brands; Pos",
	"Brand":    "Name Doc; Pos",
	"Param":    "Name Type Pattern Except Doc; Pos",
	"Key":      "Name At Type Fields RootOf Fence Doc; Pos",
	"Field":    "Name Type Optional Doc; Pos",
	"Type":     "Kind Values Unit Named",
	"Segment":  "Text Hole",
	"Error":    "Class Name Doc; Pos",
	"Module":   "Name Doc Scripts; Pos",
	"Script":   "Module Name Doc Path Source SHA1 Pin Keys Args Reply Refuses Many; Pos File PinPos Refused Call",
	"KeyUse":   "Key As Optional Variadic; Pos Holes Given",
	"Arg":      "Name Type Optional Variadic Doc; Pos Param",
	"Reply":    "None Verdicts Value; Pos",
	"Verdict":  "Match Name Error; Pos",
	"Match":    "IsString Int Str",
	"Shape":    "Kind Type Members Key Elem; Pos",
	"Member":   "Name Shape Optional Doc; Pos",
	"Engines":  "Redis Valkey",
	"Allow":    "Rule On Reason; Pos",
}

func TestEveryPartOfTheModelIsCompared(t *testing.T) {
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type)
	walk = func(typ reflect.Type) {
		switch typ.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			walk(typ.Elem())
			return
		case reflect.Struct:
		default:
			return
		}
		// Gates and names are compared by walking the model.
		own := strings.HasSuffix(typ.PkgPath(), "/protocol") && !slices.Contains([]string{"Gate", "Names", "Pattern", "CallParam"}, typ.Name())
		if seen[typ] || !own {
			return
		}
		seen[typ] = true
		known := strings.FieldsFunc(compared[typ.Name()], func(r rune) bool { return r == ' ' || r == ';' })
		for i := range typ.NumField() {
			f := typ.Field(i)
			if f.IsExported() && !slices.Contains(known, f.Name) {
				t.Errorf("%s.%s is not compared: say what a change of it is", typ.Name(), f.Name)
			}
			walk(f.Type)
		}
	}
	walk(reflect.TypeFor[protocol.Protocol]())
	if len(seen) != len(compared) {
		t.Errorf("%d types of the model are met, %d are listed", len(seen), len(compared))
	}
}
