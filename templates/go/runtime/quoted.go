package runtime

import "fmt"

// quotedMax bounds how much of a value an error message repeats.
const quotedMax = 64

// quoted shows a value in one short line of an error message.
func quoted(value any) string {
	switch v := value.(type) {
	case string:
		if len(v) > quotedMax {
			return fmt.Sprintf("%q... (%d bytes)", v[:quotedMax], len(v))
		}
		return fmt.Sprintf("%q", v)
	case []byte:
		return quoted(string(v))
	}
	text := fmt.Sprint(value)
	if len(text) > quotedMax {
		text = text[:quotedMax] + "..."
	}
	return text
}
