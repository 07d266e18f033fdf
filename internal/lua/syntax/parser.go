package syntax

import (
	"fmt"
	"slices"
	"strings"
)

// Limits of the engines' compiler, and one of our own.
const (
	maxNesting  = 200  // LUAI_MAXCCALLS
	maxLocals   = 200  // LUAI_MAXVARS, in one function
	maxUpvalues = 60   // LUAI_MAXUPVALUES, of one function
	maxValues   = 249  // MAXSTACK, in one function at once
	maxChain    = 2000 // links of an a.b.c or a+b+c: the engines know no limit, a walk down the tree does
	maxSource   = 1 << 20
)

// File is a parsed script.
type File struct {
	*Source
	Shebang   *Shebang // nil without a #! line
	Body      *Block
	Functions []*Function // in the order of the text, outer ones first
	Comments  []Comment
}

// Parse reads a script as EVAL would. What the engines refuse is an *Error.
func Parse(text string) (file *File, err error) {
	defer func() {
		if e := recover(); e != nil {
			failure, ours := e.(*Error)
			if !ours {
				panic(e)
			}
			file, err = nil, failure
		}
	}()
	p := &parser{lexer: lexer{text: text}, exprs: make([]Expr, 0, 16), stmts: make([]Stmt, 0, 8)}
	if len(text) > maxSource {
		p.fail(Span{}, "the script has %d bytes: more than %d are not read", len(text), maxSource)
	}
	file = &File{Source: NewSource(text)}
	file.Shebang = p.shebang()
	p.refuseMark()
	p.advance()
	file.Body = p.body(nil, true)
	if p.tok.kind != eof {
		p.unexpected("the end of the script")
	}
	file.Functions, file.Comments = p.functions, p.comments
	return file, nil
}

// refuseMark explains what would otherwise be a stray byte at the very start.
func (p *parser) refuseMark() {
	rest := p.text[p.at:]
	switch {
	case strings.HasPrefix(rest, "\ufeff"):
		p.fail(Span{p.at, p.at + 3}, "a byte order mark starts the script, which the engines refuse: save it without one")
	case strings.HasPrefix(rest, "\x1bLua"):
		p.fail(Span{p.at, p.at + 4}, "this is compiled Lua, which the engines refuse: give the source")
	case strings.HasPrefix(rest, "#"):
		p.fail(Span{p.at, p.at + 1}, "a script's first line may start with #!lua, not with another #")
	}
}

type parser struct {
	lexer
	tok   token
	ahead token // the token after tok, when kind is set
	last  int   // where the token before tok ended
	depth int
	fn    *function

	functions []*Function // met so far
	exprs     []Expr      // of the lists that are being read, inner ones last
	stmts     []Stmt      // of the blocks
}

// function holds what the compiler limits per function.
type function struct {
	outer    *function
	vararg   bool
	locals   []string // in scope
	held     int      // values that wait for the end of a list or a call
	upvalues map[string]bool
	loops    int
}

func (p *parser) advance() {
	p.last = p.tok.End
	if p.ahead.kind != nothing {
		p.tok, p.ahead = p.ahead, token{}
		return
	}
	p.tok = p.next()
}

func (p *parser) lookahead() kind {
	if p.ahead.kind == nothing {
		p.ahead = p.next()
	}
	return p.ahead.kind
}

func (p *parser) accept(k kind) bool {
	if p.tok.kind != k {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(k kind, where string) token {
	if p.tok.kind != k {
		p.unexpected(fmt.Sprintf("%q %s", string(k), where))
	}
	tok := p.tok
	p.advance()
	return tok
}

// close expects the end of a construct that opened at open.
func (p *parser) close(k kind, what string, open Span) {
	if p.tok.kind != k {
		line := 1 + strings.Count(p.text[:open.Start], "\n")
		p.unexpected(fmt.Sprintf("%q for the %s of line %d", string(k), what, line))
	}
	p.advance()
}

// unexpected refuses the current token.
func (p *parser) unexpected(want string) {
	panic(&Error{
		At:      p.tok.Span,
		Message: fmt.Sprintf("%s stands where %s is expected", p.spelled(), want),
		Help:    p.hint(),
	})
}

// hint says what a token of another language is in the engines'.
func (p *parser) hint() string {
	switch {
	case p.tok.kind == ";":
		return "the engines' Lua 5.1 knows no empty statement: leave one ; out"
	case p.tok.kind == stray && p.tok.text == "!":
		return "Lua writes ~= and not"
	case p.tok.kind == stray && strings.Contains("&|~", p.tok.text):
		return "Lua 5.1 has no bit operators: use the functions of bit"
	case p.tok.kind == "/" || p.tok.kind == ":":
		return "the engines run Lua 5.1: // and :: came with later versions"
	case p.tok.kind == name && p.justRead("goto"):
		return "the engines' Lua 5.1 has no goto: use a loop or a function"
	}
	return ""
}

func (p *parser) justRead(word string) bool {
	return strings.HasSuffix(p.text[:p.last], word)
}

func (p *parser) spelled() string {
	switch {
	case p.tok.kind == eof:
		return "the end of the script"
	case p.tok.kind == stray && (p.tok.text[0] < ' ' || p.tok.text[0] >= 0x7f):
		return fmt.Sprintf("the byte 0x%02x", p.tok.text[0])
	}
	text := p.text[p.tok.Start:p.tok.End]
	if len(text) > 30 {
		text = text[:27] + "..."
	}
	return fmt.Sprintf("%q", text)
}

// enter counts a level of nesting, as the engines do.
func (p *parser) enter() {
	p.depth++
	if p.depth > maxNesting {
		p.fail(p.tok.Span, "this is nested more than %d levels deep, which the engines refuse", maxNesting)
	}
}

func (p *parser) leave() { p.depth-- }

// link counts the links of a chain that is no nesting to the engines but one to
// whoever walks the tree.
func (p *parser) link(n int) {
	if n > maxChain {
		p.fail(p.tok.Span, "this expression has more than %d links: take it apart with locals", maxChain)
	}
}

// body reads a function's block, or the script's.
func (p *parser) body(params []string, vararg bool) *Block {
	p.fn = &function{outer: p.fn, vararg: vararg}
	p.declare(params...)
	b := p.block()
	p.fn = p.fn.outer
	return b
}

func (p *parser) declare(names ...string) {
	p.fn.locals = append(p.fn.locals, names...)
	if len(p.fn.locals) > maxLocals {
		p.fail(p.tok.Span, "the function has more than %d locals in scope, which the engines refuse", maxLocals)
	}
}

// hold counts a value that the compiler keeps until a list or call is complete.
func (p *parser) hold(n int) {
	p.fn.held += n
	if len(p.fn.locals)+p.fn.held > maxValues {
		p.fail(p.tok.Span, "the function holds more than %d values at once here, which the engines refuse", maxValues)
	}
}

// use counts the variables that a function sees of the functions around it.
func (p *parser) use(n *Name) {
	for fn := p.fn; fn != nil; fn = fn.outer {
		if slices.Contains(fn.locals, n.Ident) {
			for inner := p.fn; inner != fn; inner = inner.outer {
				if inner.upvalues == nil {
					inner.upvalues = map[string]bool{}
				}
				inner.upvalues[n.Ident] = true
				if len(inner.upvalues) > maxUpvalues {
					p.fail(n.Span, "the function uses more than %d variables of the functions around it, which the engines refuse", maxUpvalues)
				}
			}
			return
		}
	}
}

func (p *parser) block() *Block {
	p.enter()
	defer p.leave()
	locals := p.fn.locals
	defer func(fn *function) { fn.locals = locals }(p.fn)
	b := &Block{Span: Span{p.tok.Start, p.tok.Start}}
	from := len(p.stmts)
	for !p.blockEnds() {
		s, last := p.statement()
		p.stmts = append(p.stmts, s)
		p.accept(";")
		if last {
			if !p.blockEnds() {
				p.lastStatement(s)
			}
			break
		}
	}
	b.Stmts = slices.Clone(p.stmts[from:])
	p.stmts = p.stmts[:from]
	b.End = p.last
	return b
}

func (p *parser) lastStatement(s Stmt) {
	word := "return"
	if _, ok := s.(*Break); ok {
		word = "break"
	}
	help := p.hint()
	if help == "" {
		help = fmt.Sprintf("write do %s end", word)
	}
	panic(&Error{
		At:      p.tok.Span,
		Message: fmt.Sprintf("%s stands after a %s, which must be the last statement of its block", p.spelled(), word),
		Help:    help,
	})
}

func (p *parser) blockEnds() bool {
	switch p.tok.kind {
	case eof, "end", "else", "elseif", "until":
		return true
	}
	return false
}

func (p *parser) statement() (s Stmt, last bool) {
	start := p.tok.Span
	at := func() Span { return Span{start.Start, p.last} }
	switch p.tok.kind {
	case "if":
		return p.ifStmt(), false
	case "while":
		p.advance()
		cond := p.expr()
		p.expect("do", "after the condition of while")
		body := p.loop()
		p.close("end", "while", start)
		return &While{at(), cond, body}, false
	case "do":
		p.advance()
		body := p.block()
		p.close("end", "do", start)
		return &Do{at(), body}, false
	case "for":
		return p.forStmt(), false
	case "repeat":
		return p.repeatStmt(), false
	case "function":
		return p.functionStmt(), false
	case "local":
		p.advance()
		if p.accept("function") {
			n := p.name("after local function")
			p.declare(n.Ident)
			fn := p.function(start, nil)
			return &LocalFunction{at(), n, fn}, false
		}
		return p.local(start), false
	case "return":
		p.advance()
		var values []Expr
		if !p.blockEnds() && p.tok.kind != ";" {
			values = p.list()
		}
		return &Return{at(), values}, true
	case "break":
		p.advance()
		if p.fn.loops == 0 {
			p.fail(start, "this break stands in no loop")
		}
		return &Break{start}, true
	}
	return p.exprStmt(), false
}

func (p *parser) ifStmt() Stmt {
	start := p.tok.Span
	s := &If{}
	for {
		p.advance() // if, elseif
		cond := p.expr()
		p.expect("then", "after the condition of if")
		s.Clauses = append(s.Clauses, Clause{cond, p.block()})
		if p.tok.kind != "elseif" {
			break
		}
	}
	if p.accept("else") {
		s.Else = p.block()
	}
	p.close("end", "if", start)
	s.Span = Span{start.Start, p.last}
	return s
}

// loop reads the block of a loop, in which break may stand.
func (p *parser) loop() *Block {
	p.fn.loops++
	defer func(fn *function) { fn.loops-- }(p.fn)
	return p.block()
}

func (p *parser) repeatStmt() Stmt {
	start := p.tok.Span
	p.advance()
	locals := p.fn.locals
	body := p.loop()
	p.close("until", "repeat", start)
	cond := p.expr()
	p.fn.locals = locals
	return &Repeat{Span{start.Start, p.last}, body, cond}
}

func (p *parser) forStmt() Stmt {
	start := p.tok.Span
	p.advance()
	locals := p.fn.locals
	defer func(fn *function) { fn.locals = locals }(p.fn)
	first := p.name("after for")
	if p.accept("=") {
		s := &NumericFor{Var: first, From: p.expr()}
		p.expect(",", "between the start and the limit of for")
		s.Limit = p.expr()
		if p.accept(",") {
			s.Step = p.expr()
		}
		p.declare(hidden, hidden, hidden, first.Ident)
		p.expect("do", "after the limits of for")
		s.Body = p.loop()
		p.close("end", "for", start)
		s.Span = Span{start.Start, p.last}
		return s
	}
	s := &GenericFor{Vars: []*Name{first}}
	for p.accept(",") {
		s.Vars = append(s.Vars, p.name("in the list of for"))
	}
	p.expect("in", "after the names of for")
	s.Exprs = p.list()
	p.declare(hidden, hidden, hidden)
	p.declare(idents(s.Vars)...)
	p.expect("do", "after the list of for")
	s.Body = p.loop()
	p.close("end", "for", start)
	s.Span = Span{start.Start, p.last}
	return s
}

// hidden stands for the locals that a for makes for itself.
const hidden = ""

func idents(names []*Name) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = n.Ident
	}
	return list
}

func (p *parser) functionStmt() Stmt {
	start := p.tok.Span
	p.advance()
	n := p.name("after function")
	p.use(n)
	var target Expr = n
	var self []string
	for links := 0; p.tok.kind == "." || p.tok.kind == ":"; links++ {
		p.link(links)
		method := p.tok.kind == ":"
		p.advance()
		key := p.name("in the function's name")
		target = &Index{Span{start.Start, p.last}, target, &String{key.Span, key.Ident}, true}
		if method {
			self = []string{"self"}
			break
		}
	}
	fn := p.function(start, self)
	return &Assign{Span{start.Start, p.last}, []Expr{target}, []Expr{fn}}
}

func (p *parser) local(start Span) Stmt {
	s := &Local{Names: []*Name{p.name("after local")}}
	for p.accept(",") {
		s.Names = append(s.Names, p.name("in the list of local"))
	}
	if p.accept("=") {
		s.Values = p.list()
	}
	p.declare(idents(s.Names)...)
	s.Span = Span{start.Start, p.last}
	return s
}

func (p *parser) exprStmt() Stmt {
	start := p.tok.Start
	x := p.suffixed()
	if p.tok.kind != "=" && p.tok.kind != "," {
		call, ok := x.(*Call)
		if !ok {
			p.unexpected("a call or an assignment")
		}
		return &CallStmt{call.Span, call}
	}
	s := &Assign{Targets: []Expr{p.target(x)}}
	for p.accept(",") {
		s.Targets = append(s.Targets, p.target(p.suffixed()))
		if len(s.Targets) > maxNesting-p.depth {
			p.fail(p.tok.Span, "the assignment has more than %d targets, which the engines refuse", maxNesting-p.depth)
		}
	}
	p.expect("=", "in an assignment")
	s.Values = p.list()
	s.Span = Span{start, p.last}
	return s
}

func (p *parser) target(x Expr) Expr {
	switch x.(type) {
	case *Name, *Index:
		return x
	}
	p.fail(x.Range(), "this cannot be assigned to: a name or a field of a table is expected")
	return nil
}

func (p *parser) name(where string) *Name {
	if p.tok.kind != name {
		p.unexpected("a name " + where)
	}
	n := &Name{p.tok.Span, p.tok.text}
	p.advance()
	return n
}
