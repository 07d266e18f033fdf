package protocol

import (
	"strings"

	"github.com/echomq/emqgen/internal/diag"
)

// reserved are the first words of errors that the engines, their cluster and
// their sentinels issue, and that clients act on.
var reserved = map[string]bool{}

func init() {
	for _, class := range strings.Fields(`
		ASK BUSY BUSYGROUP BUSYKEY CLUSTERDOWN CROSSSLOT DENIED ERR EXECABORT FAILOVER
		INPROG INVALIDOBJ IOERR LOADING MASTERDOWN MISCONF MOVED NOADDR NOAUTH
		NOGOODSLAVE NOGOODREPLICA NOGROUP NOMASTERLINK NOPERM NOPROTO NOQUORUM
		NOREPLICAS NOSCRIPT NOTBUSY OOM READONLY REDIRECT SYNTAX TRYAGAIN UNBLOCKED
		UNKILLABLE WRONGPASS WRONGTYPE`) {
		reserved[class] = true
	}
}

func (r *resolver) resolveErrors() {
	r.classes = newIndex[*Error](r.file.Errors)
	r.errors = newIndex[*Error](r.file.Errors)
	for _, e := range r.file.Errors.Entries {
		err := &Error{
			Pos:   e.Key.Pos,
			Class: e.Key.Value,
			Name:  or(e.Value.Name.Value, strings.ToLower(e.Key.Value)),
			Doc:   e.Value.Doc.Value,
		}
		if reserved[err.Class] {
			r.list.Errorf(err.Pos, RuleClass, "%q is a class of the engines, which clients act on", err.Class).Help = "begin it with the name of the protocol, such as " + diag.Cut(strings.ToUpper(r.p.Name)+err.Class)
		}
		if first, taken := r.errors.items[err.Name]; taken {
			pos := err.Pos
			if e.Value.Name.Given() {
				pos = e.Value.Name.Pos
			}
			f := r.list.Errorf(pos, RuleTwice, "%q and %q are both named %q", err.Class, first.Class, err.Name)
			f.Help = "give one another name: " + diag.Cut(err.Class) + ": {name: …}"
			f.Related = related(first.Pos, diag.Sprintf("%q is here", first.Class))
		}
		r.classes.add(err.Class, err)
		r.errors.add(err.Name, err)
		r.p.Errors = append(r.p.Errors, err)
	}
}
