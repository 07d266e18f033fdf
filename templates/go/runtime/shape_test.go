package runtime

import (
	"reflect"
	"strings"
	"testing"
)

func TestListOf(t *testing.T) {
	decode := listOf(wireInt[int64]{}.Decode)
	for _, c := range []struct {
		reply any
		want  []int64
	}{{[]any{}, []int64{}}, {[]any{int64(1), "2"}, []int64{1, 2}}} {
		if got, err := decode(c.reply); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v is read as %v, %v", c.reply, got, err)
		}
	}
	misreads(t, decode, nil, "1", int64(1), []any{nil}, []any{"a"}, map[any]any{})
	if _, err := decode([]any{int64(1), "b"}); err == nil || !strings.Contains(err.Error(), `element 2: "b"`) {
		t.Errorf("the element is not named: %v", err)
	}
}

func TestMapOf(t *testing.T) {
	decode := mapOf(wireText[string]{}.Decode, wireInt[int64]{}.Decode)
	want := map[string]int64{"a": 1, "b": 2}
	for _, reply := range []any{[]any{"a", int64(1), "b", "2"}, map[any]any{"a": int64(1), "b": int64(2)}} {
		if got, err := decode(reply); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v is read as %v, %v", reply, got, err)
		}
	}
	if got, err := decode([]any{}); err != nil || got == nil || len(got) != 0 {
		t.Errorf("an empty map is read as %v, %v", got, err)
	}
	misreads(t, decode, nil, "a", []any{"a"}, []any{"a", "x"}, []any{int64(1), int64(1)}, []any{"a", int64(1), "a", int64(2)})
}

type row struct {
	id    int64
	note  *string
	bytes []byte
}

func decodeRow(reply any) (row, error) {
	t := newTuple(reply, 3)
	value := row{
		id:    member(t, "id", wireInt[int64]{}.Decode),
		note:  optionalMember(t, "note", wireText[string]{}.Decode),
		bytes: nilableMember(t, "bytes", wireBytes[[]byte]{}.Decode),
	}
	return value, t.err
}

func TestTuple(t *testing.T) {
	for _, c := range []struct {
		reply any
		want  row
	}{
		{[]any{int64(1), "n", "b"}, row{1, new("n"), []byte("b")}},
		{[]any{int64(1), nil, ""}, row{1, nil, []byte{}}},
		{[]any{int64(1), "", nil}, row{1, new(""), nil}},
		{[]any{int64(1)}, row{1, nil, nil}}, // a null at the end ends the array
	} {
		if got, err := decodeRow(c.reply); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v is read as %v, %v; want %v", c.reply, got, err, c.want)
		}
	}
	misreads(t, decodeRow, nil, "1", []any{}, []any{nil}, []any{"x"}, []any{int64(1), int64(2)}, []any{int64(1), "n", int64(3)}, []any{int64(1), "n", "b", "more"})
	if _, err := decodeRow([]any{int64(1), int64(2)}); err == nil || !strings.HasPrefix(err.Error(), "note: ") {
		t.Errorf("the member is not named: %v", err)
	}
}

func TestIsNone(t *testing.T) {
	for _, reply := range []any{nil, false, []any{}, map[any]any{}} {
		if !isNone(reply) {
			t.Errorf("%#v is something", reply)
		}
	}
	for _, reply := range []any{int64(0), "", true, []any{nil}, 0.0} {
		if isNone(reply) {
			t.Errorf("%#v is nothing", reply)
		}
	}
}

func TestSome(t *testing.T) {
	if got, err := some(7, nil); err != nil || *got != 7 {
		t.Errorf("some = %v, %v", got, err)
	}
	if got, err := some(wireInt[int64]{}.Decode("x")); err == nil || got != nil {
		t.Errorf("some = %v, %v", got, err)
	}
}
