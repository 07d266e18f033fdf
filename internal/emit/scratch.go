package emit

import (
	"bytes"
	"sync"
)

// scratch holds buffers that have grown to the size of files.
var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Written gives what write writes. It keeps no more memory than that, however
// the text grew.
func Written(write func(*bytes.Buffer) error) ([]byte, error) {
	b := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(b)
	b.Reset()
	err := write(b)
	return bytes.Clone(b.Bytes()), err
}
