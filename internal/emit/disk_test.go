package emit

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestHoldsComparesEveryByte(t *testing.T) {
	whole := bytes.Repeat([]byte("0123456789"), 10_000)
	last := bytes.Clone(whole)
	last[len(last)-1]++
	for name, c := range map[string]struct {
		file, wanted []byte
		want         bool
	}{
		"equal":          {whole, whole, true},
		"empty":          {nil, []byte{}, true},
		"the last byte":  {whole, last, false},
		"file shorter":   {whole[:len(whole)-1], whole, false},
		"file longer":    {whole, whole[:len(whole)-1], false},
		"nothing wanted": {whole, []byte{}, false},
	} {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := (realDisk{}).Holds(file, c.wanted); got != c.want || err != nil {
			t.Errorf("%s: %v %v, want %v", name, got, err, c.want)
		}
	}
}
