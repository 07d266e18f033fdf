package runtime

// Script is one Lua script of the protocol, exactly as every speaker runs it.
type Script struct {
	Module string // the module of the protocol it belongs to
	Name   string // its name within the module
	Source string // the bytes, never altered
	SHA1   string // of Source, lower-case hex: the script's name on the wire
}

// String gives module and name, joined by a dot.
func (s Script) String() string { return s.Module + "." + s.Name }
