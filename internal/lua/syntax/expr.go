package syntax

import "slices"

// precedence is how strongly a binary operator binds, weakest first; .. and ^ bind to
// the right. What is no operator binds nothing.
func precedence(op kind) (left, right int) {
	switch op {
	case "or":
		return 1, 1
	case "and":
		return 2, 2
	case "<", ">", "<=", ">=", "~=", "==":
		return 3, 3
	case "..":
		return 5, 4
	case "+", "-":
		return 6, 6
	case "*", "/", "%":
		return 7, 7
	case "^":
		return 10, 9
	}
	return 0, 0
}

const unaryPrecedence = 8

func (p *parser) list() []Expr {
	held := p.fn.held
	defer func(fn *function) { fn.held = held }(p.fn)
	from := len(p.exprs)
	for {
		x := p.expr()
		p.exprs = append(p.exprs, x)
		p.hold(1)
		if !p.accept(",") {
			break
		}
	}
	list := slices.Clone(p.exprs[from:])
	p.exprs = p.exprs[:from]
	return list
}

func (p *parser) expr() Expr { return p.subexpr(0) }

// subexpr reads an expression whose operators bind stronger than limit.
func (p *parser) subexpr(limit int) Expr {
	p.enter()
	defer p.leave()
	start := p.tok.Start
	var x Expr
	switch op := p.tok.kind; op {
	case "not", "-", "#":
		p.advance()
		operand := p.subexpr(unaryPrecedence)
		x = &Unary{Span{start, p.last}, string(op), operand, plain(Plain(operand))}
	default:
		x = p.simple()
	}
	for links := 0; ; links++ {
		op := p.tok.kind
		left, right := precedence(op)
		if left <= limit {
			return x
		}
		p.link(links)
		p.advance()
		y := p.subexpr(right)
		x = &Binary{Span{start, p.last}, string(op), x, y, plain(op != "and" && op != "or" && Plain(x) && Plain(y))}
	}
}

func (p *parser) simple() Expr {
	tok := p.tok
	switch tok.kind {
	case number:
		p.advance()
		return &Number{tok.Span, tok.num}
	case str:
		p.advance()
		return &String{tok.Span, tok.text}
	case "nil":
		p.advance()
		return &Nil{tok.Span}
	case "true":
		p.advance()
		return &True{tok.Span}
	case "false":
		p.advance()
		return &False{tok.Span}
	case "...":
		p.advance()
		if !p.fn.vararg {
			p.fail(tok.Span, "... stands in a function that takes no ...")
		}
		return &Vararg{tok.Span}
	case "{":
		return p.table()
	case "function":
		p.advance()
		return p.function(tok.Span, nil)
	}
	return p.suffixed()
}

// suffixed reads a name or parenthesis with the indexes and calls behind it.
func (p *parser) suffixed() Expr {
	start := p.tok.Span
	at := func() Span { return Span{start.Start, p.last} }
	var x Expr
	switch {
	case p.tok.kind == name:
		n := p.name("")
		p.use(n)
		x = n
	case p.accept("("):
		inner := p.expr()
		p.close(")", "parenthesis", start)
		x = &Paren{at(), inner, plain(Plain(inner))}
	default:
		p.unexpected("an expression")
	}
	for links := 0; ; links++ {
		p.link(links)
		switch p.tok.kind {
		case ".":
			p.advance()
			key := p.name("after .")
			x = &Index{at(), x, &String{key.Span, key.Ident}, plain(Plain(x))}
		case "[":
			p.advance()
			key := p.expr()
			p.expect("]", "after an index")
			x = &Index{at(), x, key, plain(Plain(x) && Plain(key))}
		case ":":
			p.advance()
			method := p.name("after :")
			args := p.args(2)
			x = &Call{at(), x, method.Ident, args}
		case "(", str, "{":
			args := p.args(1)
			x = &Call{at(), x, "", args}
		default:
			return x
		}
	}
}

// args reads the arguments of a call. A parenthesis on a later line is refused:
// Lua 5.1 will not guess whether it starts the next statement.
//
// The function waits beside its arguments, and so does the object of a method.
func (p *parser) args(waiting int) []Expr {
	p.hold(waiting)
	defer func(fn *function) { fn.held -= waiting }(p.fn)
	tok := p.tok
	switch tok.kind {
	case str:
		p.advance()
		return []Expr{&String{tok.Span, tok.text}}
	case "{":
		return []Expr{p.table()}
	case "(":
		if lineBreak(p.text[p.last:tok.Start]) {
			panic(&Error{
				At:      tok.Span,
				Message: "the engines refuse a call whose parenthesis stands on the next line",
				Help:    "put the parenthesis on the line before, or a ; if a statement starts here",
			})
		}
		p.advance()
		if p.accept(")") {
			return nil
		}
		list := p.list()
		p.close(")", "call", tok.Span)
		return list
	}
	p.unexpected("the arguments of a call")
	return nil
}

func (p *parser) table() Expr {
	open := p.tok.Span
	p.advance()
	t := &Table{}
	for p.tok.kind != "}" {
		t.Items = append(t.Items, p.item())
		if !p.accept(",") && !p.accept(";") {
			break
		}
	}
	p.close("}", "table", open)
	t.Span = Span{open.Start, p.last}
	return t
}

func (p *parser) item() Item {
	tok := p.tok
	switch {
	case tok.kind == name && p.lookahead() == "=":
		p.advance()
		p.advance()
		return Item{&String{tok.Span, tok.text}, p.expr()}
	case tok.kind == "[":
		p.advance()
		key := p.expr()
		p.expect("]", "after the key")
		p.expect("=", "after the key of a table")
		return Item{key, p.expr()}
	}
	return Item{nil, p.expr()}
}

// function reads parameters and body; the word function is behind it.
func (p *parser) function(start Span, params []string) *Function {
	fn := &Function{Params: params}
	p.functions = append(p.functions, fn)
	p.expect("(", "before the parameters of a function")
	for p.tok.kind != ")" {
		if p.accept("...") {
			fn.Vararg = true
			break
		}
		fn.Params = append(fn.Params, p.name("or ) in the parameters of a function").Ident)
		if !p.accept(",") {
			break
		}
		if p.tok.kind == ")" {
			p.unexpected("a name or ... after the comma")
		}
	}
	p.expect(")", "after the parameters of a function")
	fn.Body = p.body(fn.Params, fn.Vararg)
	p.close("end", "function", start)
	fn.Span = Span{start.Start, p.last}
	return fn
}

func lineBreak(blank string) bool {
	for i := range len(blank) {
		if blank[i] == '\n' || blank[i] == '\r' {
			return true
		}
	}
	return false
}
