package fact

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/protocol"
)

// canonical renders a part of the model without positions, naming what it
// refers to, so that equal parts of two protocols render alike. What pairs know
// by a new name is called by that.
func canonical(part any, pairs *Pairs) string {
	r := renderer{pairs: pairs}
	r.render(reflect.ValueOf(part))
	return r.String()
}

type renderer struct {
	strings.Builder
	pairs *Pairs
}

// reference writes what stands for a thing that is declared elsewhere.
func (r *renderer) reference(v any) bool {
	switch thing := v.(type) {
	case diag.Pos:
	case *protocol.Script:
		if n := r.pairs.Scripts.New(thing); n != nil {
			thing = n
		}
		if thing != nil {
			r.WriteString(thing.Name)
		}
	case *protocol.Key:
		if n := r.pairs.Keys.New(thing); n != nil {
			thing = n
		}
		if thing != nil {
			r.WriteString(thing.Name)
		}
	case *protocol.Error:
		if n := r.pairs.Errors.New(thing); n != nil {
			thing = n
		}
		if thing != nil {
			r.WriteString(errorID(thing))
		}
	default:
		return false
	}
	return true
}

func (r *renderer) render(v reflect.Value) {
	if r.reference(v.Interface()) {
		return
	}
	if step, ok := v.Interface().(protocol.Step); ok {
		v = reflect.ValueOf(r.pairs.renamed(step))
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			r.WriteString("-")
			return
		}
		r.render(v.Elem())
	case reflect.Slice, reflect.Array:
		r.WriteString("[")
		for i := range v.Len() {
			r.render(v.Index(i))
			r.WriteString(";")
		}
		r.WriteString("]")
	case reflect.Struct:
		r.WriteString("{")
		for i := range v.NumField() {
			// What is not said is left out, so that the digest of a gate outlives a
			// model that learns to say more.
			if v.Type().Field(i).IsExported() && !v.Field(i).IsZero() {
				r.WriteString(v.Type().Field(i).Name + ":")
				r.render(v.Field(i))
				r.WriteString(";")
			}
		}
		r.WriteString("}")
	default:
		fmt.Fprintf(r, "%#v", v.Interface())
	}
}

// digest stands for a part of the model that is too long to show.
func digest(part any, pairs *Pairs) string {
	sum := sha1.Sum([]byte(canonical(part, pairs)))
	return hex.EncodeToString(sum[:6])
}
