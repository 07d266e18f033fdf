package runtime

import (
	"errors"
	"reflect"
	"testing"
)

func parseRow(fields map[string]string) (row, error) {
	r := &record{key: "k", row: fields}
	value := row{
		id:    field(r, "id", wireInt[int64]{}.Decode),
		note:  optionalField(r, "note", wireText[string]{}.Decode),
		bytes: nilableField(r, "bytes", wireBytes[[]byte]{}.Decode),
	}
	return value, r.err
}

func TestRecord(t *testing.T) {
	for _, c := range []struct {
		fields map[string]string
		want   row
	}{
		{map[string]string{"id": "1"}, row{1, nil, nil}},
		{map[string]string{"id": "1", "note": "", "bytes": ""}, row{1, new(""), []byte{}}},
		{map[string]string{"id": "1", "bytes": "\x00\xff", "later": "x"}, row{1, nil, []byte("\x00\xff")}},
	} {
		if got, err := parseRow(c.fields); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v is read as %v, %v; want %v", c.fields, got, err, c.want)
		}
	}
}

func TestRecordNamesTheField(t *testing.T) {
	for _, c := range []struct {
		fields      map[string]string
		name, error string
	}{
		{map[string]string{"note": "n"}, "id", `row "k", field id: is missing`},
		{map[string]string{"id": "one"}, "id", `row "k", field id: "one" is not a decimal integer of 64 bits`},
		{map[string]string{"id": "1", "note": "\xff"}, "note", `row "k", field note: "\xff" is not valid UTF-8`},
	} {
		_, err := parseRow(c.fields)
		var malformed *RecordError
		if !errors.As(err, &malformed) || malformed.Field != c.name || err.Error() != c.error {
			t.Errorf("%v: %v", c.fields, err)
		}
	}
}
