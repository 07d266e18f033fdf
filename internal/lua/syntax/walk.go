package syntax

// Walk shows every block, statement and expression within a block, outer ones
// first.
func Walk(b *Block, see func(any)) {
	if b == nil {
		return
	}
	see(b)
	for _, s := range b.Stmts {
		walkStmt(s, see)
	}
}

func walkStmt(s Stmt, see func(any)) {
	see(s)
	switch s := s.(type) {
	case *Local:
		walkExprs(s.Values, see)
	case *LocalFunction:
		walkExpr(s.Fn, see)
	case *Assign:
		walkExprs(s.Targets, see)
		walkExprs(s.Values, see)
	case *CallStmt:
		walkExpr(s.Call, see)
	case *Do:
		Walk(s.Body, see)
	case *While:
		walkExpr(s.Cond, see)
		Walk(s.Body, see)
	case *Repeat:
		Walk(s.Body, see)
		walkExpr(s.Cond, see)
	case *If:
		for _, c := range s.Clauses {
			walkExpr(c.Cond, see)
			Walk(c.Body, see)
		}
		Walk(s.Else, see)
	case *NumericFor:
		walkExpr(s.From, see)
		walkExpr(s.Limit, see)
		if s.Step != nil {
			walkExpr(s.Step, see)
		}
		Walk(s.Body, see)
	case *GenericFor:
		walkExprs(s.Exprs, see)
		Walk(s.Body, see)
	case *Return:
		walkExprs(s.Values, see)
	}
}

func walkExprs(list []Expr, see func(any)) {
	for _, x := range list {
		walkExpr(x, see)
	}
}

func walkExpr(x Expr, see func(any)) {
	see(x)
	switch x := x.(type) {
	case *Index:
		walkExpr(x.X, see)
		walkExpr(x.Key, see)
	case *Call:
		walkExpr(x.Fn, see)
		walkExprs(x.Args, see)
	case *Function:
		Walk(x.Body, see)
	case *Binary:
		walkExpr(x.X, see)
		walkExpr(x.Y, see)
	case *Unary:
		walkExpr(x.X, see)
	case *Paren:
		walkExpr(x.X, see)
	case *Table:
		for _, item := range x.Items {
			if item.Key != nil {
				walkExpr(item.Key, see)
			}
			walkExpr(item.Value, see)
		}
	}
}
