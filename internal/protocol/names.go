package protocol

import "github.com/echomq/emqgen/internal/diag"

// Names holds the spellings that belong to one language each: layer 4, which
// the wire does not see.
type Names struct {
	Go     GoNames
	Elixir ElixirNames
	Python PythonNames
}

// GoNames configures the Go SDK.
type GoNames struct {
	Package string // package name
	Module  string // module path for go.mod when the SDK is a module of its own
	Rename  Rename
}

// ElixirNames configures the Elixir SDK.
type ElixirNames struct {
	App    string // OTP application name
	Module string // root module
	// Host modules: set when the SDK is emitted into an application that already
	// has them; they are called instead of being emitted.
	Connector string // module with eval/4
	Script    string // struct module with name, source, sha
	ID        string // module with valid?/1
	Rename    Rename
}

// InHost reports whether the SDK is emitted into an application of its own.
func (n ElixirNames) InHost() bool { return n.Connector != "" || n.Script != "" || n.ID != "" }

// PythonNames configures the Python SDK.
type PythonNames struct {
	Package      string // import name
	Distribution string // name in pyproject.toml
	Rename       Rename
}

// Rename maps what the spec calls a thing to its spelling in one language. The
// paths name things as they nest in the spec, joined by dots:
//
//	params.queue                keys.job               keys.job.fields.state
//	keys.job.fields.state.dead  errors.EMQKIND         errors.gone
//	modules.jobs                jobs.enqueue           jobs.enqueue.args.payload
//	jobs.enqueue.keys.source    jobs.enqueue.returns.duplicate
//	types.token
type Rename map[string]Spelling

// Spelling is an override and where it was written.
type Spelling struct {
	Pos  diag.Pos
	Name string
}
