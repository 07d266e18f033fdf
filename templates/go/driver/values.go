package driver

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"time"
)

var (
	durationType = reflect.TypeFor[time.Duration]()
	timeType     = reflect.TypeFor[time.Time]()
	bytesType    = reflect.TypeFor[[]byte]()
)

const perMilli = int64(time.Millisecond)

// isError reports whether an error is of a type.
func isError[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}

// arguments makes the parameters of a function: first what is passed to all, then
// the named ones, each read as what the function takes.
func arguments(f reflect.Type, names []string, given map[string]json.RawMessage, first ...any) ([]reflect.Value, error) {
	var in []reflect.Value
	for _, value := range first {
		in = append(in, reflect.ValueOf(value))
	}
	for _, name := range names {
		value := reflect.New(f.In(len(in))).Elem()
		if raw, ok := given[name]; ok {
			if err := read(raw, value); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		in = append(in, value)
	}
	return in, nil
}

// fill reads the named parameters into the fields of a struct, which stand in the
// same order.
func fill(call reflect.Value, names []string, given map[string]json.RawMessage) error {
	for i, name := range names {
		if raw, ok := given[name]; ok {
			if err := read(raw, call.Field(i)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return nil
}

// read fills a value from JSON, by its type.
func read(raw json.RawMessage, into reflect.Value) error {
	switch t := into.Type(); {
	case t.Kind() == reflect.Pointer:
		into.Set(reflect.New(t.Elem()))
		return read(raw, into.Elem())
	case t == durationType:
		ms, err := readInt(raw)
		if err == nil && (ms > math.MaxInt64/perMilli || ms < math.MinInt64/perMilli) {
			err = unsupported(fmt.Sprintf("time.Duration cannot hold %d ms", ms))
		}
		into.SetInt(ms * perMilli)
		return err
	case t == timeType:
		ms, err := readInt(raw)
		into.Set(reflect.ValueOf(time.UnixMilli(ms).UTC()))
		return err
	case t.Kind() == reflect.Int64:
		n, err := readInt(raw)
		into.SetInt(n)
		return err
	case t.Kind() == reflect.Float64:
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return err
		}
		n, err := strconv.ParseFloat(text, 64)
		into.SetFloat(n)
		return err
	case t.Kind() == reflect.Slice && t != bytesType:
		var items []json.RawMessage
		if err := json.Unmarshal(raw, &items); err != nil {
			return err
		}
		into.Set(reflect.MakeSlice(t, len(items), len(items)))
		for i, item := range items {
			if err := read(item, into.Index(i)); err != nil {
				return err
			}
		}
		return nil
	}
	// Texts, flags, and bytes, which encoding/json takes as base64.
	return json.Unmarshal(raw, into.Addr().Interface())
}

func readInt(raw json.RawMessage) (int64, error) {
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// result reads what a call returned: an answer and an error.
func (s script) result(out []reflect.Value) (answer, error) {
	if err, _ := out[1].Interface().(error); err != nil {
		return nil, err
	}
	value := out[0]
	switch {
	case s.verdict && value.Kind() == reflect.Struct:
		// A verdict or a value.
		if verdict := value.Field(0); verdict.Len() > 0 {
			return answer{"verdict": verdict.String()}, nil
		}
		value = value.Field(1)
	case s.verdict:
		return answer{"verdict": value.String()}, nil
	case s.none != "" && value.IsNil():
		return answer{"verdict": s.none}, nil
	}
	return answer{"value": form{s.members, s.octets, ""}.json(value)}, nil
}

// form is what the Go type of an answer does not say of it: the names of a
// tuple's members, and where in it are maps whose keys are bytes, as path counts
// what is passed on the way in.
type form struct {
	members []string
	octets  []string
	path    string
}

// into is the form of what stands a step further in.
func (f form) into(step string) form {
	f.path += step
	return f
}

// json writes a value as the contract says, by its type.
func (f form) json(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return nil
		}
		return f.json(v.Elem())
	case reflect.Int64:
		if v.Type() == durationType {
			return strconv.FormatInt(time.Duration(v.Int()).Milliseconds(), 10)
		}
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return base64.StdEncoding.EncodeToString(v.Bytes())
		}
		items := []any{}
		for i := range v.Len() {
			items = append(items, f.into("[]").json(v.Index(i)))
		}
		return items
	case reflect.Map:
		pairs := []any{}
		for keys := v.MapRange(); keys.Next(); {
			key := form{}.json(keys.Key())
			if slices.Contains(f.octets, f.path) {
				key = base64.StdEncoding.EncodeToString([]byte(key.(string)))
			}
			pairs = append(pairs, []any{key, f.into("{}").json(keys.Value())})
		}
		return pairs
	case reflect.Struct:
		if v.Type() == timeType {
			return strconv.FormatInt(v.Interface().(time.Time).UnixMilli(), 10)
		}
		tuple := answer{}
		for i, name := range f.members {
			tuple[name] = f.into("." + name).json(v.Field(i))
		}
		return tuple
	case reflect.Bool:
		return v.Bool()
	}
	return v.String()
}
