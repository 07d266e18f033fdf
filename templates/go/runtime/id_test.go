package runtime

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"
)

func TestDecodeID(t *testing.T) {
	for id, want := range map[ID]IDParts{
		"USR0KHTOWnGLuC": {"USR", 274557032793636864, instant("2026-01-27T15:11:37.641Z"), 0, 0},
		"USR0NgWEfAEJfs": {"USR", 320636799581945856, instant("2026-06-03T18:56:10.164Z"), 0, 0},
		"JOB0Nb1VTbfnu4": {"JOB", 319436884017152000, instant("2026-05-31T11:28:08Z"), 0, 0},
		"JOB0IiuVjOBhPe": {"JOB", 253473535287128106, instant("2025-11-30T10:53:20.123Z"), 7, 42},
		"JOB00000000000": {"JOB", 0, instant("2024-01-01T00:00:00Z"), 0, 0},
		"JOBAzL8n0Y58m7": {"JOB", math.MaxInt64, instant("2093-09-06T15:47:35.551Z"), 1023, 4095},
	} {
		got, err := DecodeID(id)
		if err != nil || got != want {
			t.Errorf("DecodeID(%q) = %+v, %v; want %+v", id, got, err, want)
		}
		back, err := EncodeID(want.Brand, want.Snowflake)
		if err != nil || back != id {
			t.Errorf("EncodeID(%q, %d) = %q, %v; want %q", want.Brand, want.Snowflake, back, err, id)
		}
	}
}

func instant(text string) time.Time {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		panic(err)
	}
	return at.UTC()
}

func TestCheckIDSaysWhatIsWrong(t *testing.T) {
	for id, want := range map[ID]string{
		"job-42":             "is 6 bytes long, a branded id has 14",
		"JOBAzL8n0Y58m8":     "is larger than JOBAzL8n0Y58m7",
		"USRzzzzzzzzzzz":     "is larger than USRAzL8n0Y58m7",
		"job0Nb1VTbfnu4":     "does not begin with three upper-case ASCII letters",
		"JOB0Nb1VTbfnu":      "is 13 bytes long",
		"JOB0Nb1VTbfnu44":    "is 15 bytes long",
		"J\u00d6B0Nb1VTbfnu": "does not begin with three upper-case ASCII letters",
		"JOB0Nb1VTbfn\n4":    "has a byte in its last 11 that is no base62 digit",
		"":                   "is 0 bytes long",
	} {
		err := CheckID(id)
		var refused *InputError
		if !errors.As(err, &refused) || !strings.Contains(refused.Reason, want) {
			t.Errorf("CheckID(%q) = %v, want it to say %q", id, err, want)
		}
		if _, decodeErr := DecodeID(id); decodeErr == nil {
			t.Errorf("DecodeID(%q) was accepted", id)
		}
	}
}

func TestEncodeIDRefuses(t *testing.T) {
	for _, brand := range []string{"", "JO", "JOBS", "job", "J0B", "J\u00d6"} {
		if id, err := EncodeID(brand, 1); err == nil {
			t.Errorf("EncodeID(%q, 1) = %q", brand, id)
		}
	}
	if id, err := EncodeID("JOB", -1); err == nil {
		t.Errorf("EncodeID(JOB, -1) = %q", id)
	}
}

// Whatever decodes encodes to itself, and nothing panics.
func FuzzID(f *testing.F) {
	f.Add("JOB0IiuVjOBhPe")
	f.Add("JOBAzL8n0Y58m8")
	f.Fuzz(func(t *testing.T, text string) {
		parts, err := DecodeID(ID(text))
		if err != nil {
			return
		}
		if back, err := EncodeID(parts.Brand, parts.Snowflake); err != nil || string(back) != text {
			t.Errorf("%q decodes to %+v, which encodes to %q, %v", text, parts, back, err)
		}
	})
}
