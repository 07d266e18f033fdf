package emit

import (
	"bytes"
	"slices"
	"sync"
)

// scratch holds buffers that have grown to the size of files.
var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Written gives what write writes. It keeps no more memory than that, however
// the text grew.
func Written(write func(*bytes.Buffer) error) ([]byte, error) {
	return Below(func() []byte { return nil }, write)
}

// Text is Written for a piece of a file.
func Text(write func(*bytes.Buffer)) string {
	b := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(b)
	b.Reset()
	write(b)
	return b.String()
}

// Below is Written for what stands below a head that is only known when the rest
// is written, such as one with the imports of a file.
func Below(head func() []byte, write func(*bytes.Buffer) error) ([]byte, error) {
	b := scratch.Get().(*bytes.Buffer)
	defer scratch.Put(b)
	b.Reset()
	err := write(b)
	return slices.Concat(head(), b.Bytes()), err
}
