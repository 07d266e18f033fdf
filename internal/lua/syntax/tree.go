// Package syntax reads Lua 5.1 as Redis and Valkey read it, and keeps what a
// linter needs and a virtual machine does not: where everything stands, and the
// comments.
//
// The parser is our own because the one at hand, gopher-lua's, reads another
// language in the cases that matter here. It accepts `goto`, `;;`, a call whose
// parenthesis stands on the next line and '\300'; it refuses a `#!lua` line and
// form feeds; and its tree has lines but no columns and drops comments. Where
// both read the same language, a test holds this parser to it; where they
// differ, a test holds it to the engines.
package syntax

// Span is a range of bytes in the source: Start is the first byte of the thing,
// End the first byte after it.
type Span struct{ Start, End int }

// Expr is an expression.
type Expr interface{ Range() Span }

// Stmt is a statement.
type Stmt interface{ Range() Span }

// Range lets every node tell where it stands.
func (s Span) Range() Span { return s }

// Block is a sequence of statements with a scope of its own.
type Block struct {
	Span
	Stmts []Stmt
}

// Literals.
type (
	Nil    struct{ Span }
	True   struct{ Span }
	False  struct{ Span }
	Vararg struct{ Span }
	Number struct {
		Span
		Value float64
	}
	String struct {
		Span
		Value string // the bytes, escapes resolved
	}
)

// Name is an identifier: a variable where it is read or assigned.
type Name struct {
	Span
	Ident string
}

// Index is X[Key] or X.key.
type Index struct {
	Span
	X, Key Expr
	plain
}

// Call is Fn(Args), or Fn:Method(Args) when Method is set.
type Call struct {
	Span
	Fn     Expr
	Method string
	Args   []Expr
}

// Function is a function body with its parameters; a method's self is the first.
type Function struct {
	Span
	Params []string
	Vararg bool
	Body   *Block
}

// Binary is X Op Y, where Op is spelled as in the source.
type Binary struct {
	Span
	Op   string
	X, Y Expr
	plain
}

// Unary is -X, not X or #X.
type Unary struct {
	Span
	Op string
	X  Expr
	plain
}

// Paren is (X): one value, whatever X gives.
type Paren struct {
	Span
	X Expr
	plain
}

// plain says of an expression made of others whether all of it is plain.
type plain bool

// Plain reports whether nothing in an expression calls, branches or makes a table,
// so that it has one outcome.
func Plain(x Expr) bool {
	switch x := x.(type) {
	case *Call, *Table:
		return false
	case *Index:
		return bool(x.plain)
	case *Binary:
		return bool(x.plain)
	case *Unary:
		return bool(x.plain)
	case *Paren:
		return bool(x.plain)
	}
	return true
}

// Table is a table constructor.
type Table struct {
	Span
	Items []Item
}

// Item is one entry of a constructor; Key is nil for a positional one.
type Item struct{ Key, Value Expr }

// Statements.
type (
	Local struct {
		Span
		Names  []*Name
		Values []Expr
	}
	LocalFunction struct {
		Span
		Name *Name
		Fn   *Function
	}
	// Assign covers `function name() … end` as well, which assigns a Function.
	Assign struct {
		Span
		Targets []Expr
		Values  []Expr
	}
	CallStmt struct {
		Span
		Call *Call
	}
	Do struct {
		Span
		Body *Block
	}
	While struct {
		Span
		Cond Expr
		Body *Block
	}
	// Repeat's condition sees the locals of its body.
	Repeat struct {
		Span
		Body *Block
		Cond Expr
	}
	If struct {
		Span
		Clauses []Clause // if, then each elseif
		Else    *Block   // nil without an else
	}
	NumericFor struct {
		Span
		Var               *Name
		From, Limit, Step Expr // Step is nil when left out
		Body              *Block
	}
	GenericFor struct {
		Span
		Vars  []*Name
		Exprs []Expr
		Body  *Block
	}
	Return struct {
		Span
		Values []Expr
	}
	Break struct{ Span }
)

// Clause is one condition of an if and what it guards.
type Clause struct {
	Cond Expr
	Body *Block
}

// Comment is a comment with its marks.
type Comment struct {
	Span
	Text string
}

// Error says where a source stops being Lua 5.1, and why.
type Error struct {
	At      Span
	Message string // lower case, quotes the offender
	Help    string // the way out, where one is known
}

func (e *Error) Error() string { return e.Message }
