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
// refers to, so that equal parts of two protocols render alike.
func canonical(part any) string {
	var b strings.Builder
	render(&b, reflect.ValueOf(part))
	return b.String()
}

func render(b *strings.Builder, v reflect.Value) {
	switch thing := v.Interface().(type) {
	case diag.Pos:
		return
	case *protocol.Script:
		if thing != nil {
			b.WriteString(thing.Name)
		}
		return
	case *protocol.Key:
		if thing != nil {
			b.WriteString(thing.Name)
		}
		return
	case *protocol.Error:
		if thing != nil {
			b.WriteString(errorID(thing))
		}
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			b.WriteString("-")
			return
		}
		render(b, v.Elem())
	case reflect.Slice, reflect.Array:
		b.WriteString("[")
		for i := range v.Len() {
			render(b, v.Index(i))
			b.WriteString(";")
		}
		b.WriteString("]")
	case reflect.Struct:
		b.WriteString("{")
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				b.WriteString(v.Type().Field(i).Name + ":")
				render(b, v.Field(i))
				b.WriteString(";")
			}
		}
		b.WriteString("}")
	default:
		fmt.Fprintf(b, "%#v", v.Interface())
	}
}

// digest stands for a part of the model that is too long to show.
func digest(part any) string {
	sum := sha1.Sum([]byte(canonical(part)))
	return hex.EncodeToString(sum[:6])
}
