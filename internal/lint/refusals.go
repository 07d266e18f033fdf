package lint

import (
	"slices"
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/protocol"
)

var refusalRules = []*Rule{
	{
		ID: "refusal-no-class", Severity: diag.Error,
		Sentence: "a refusal does not begin with a class word",
		Why: `Clients tell refusals apart by the first word, in upper case and followed by a space.
Whatever else stands there becomes an error that no SDK can type.`,
		Bad: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('not a job, sorry')`,
		Good: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('APPKIND not a job, sorry')`,
		script: func(s *script) {
			s.eachRefusal(func(e *lua.Event, m message) {
				switch {
				case m.one || m.class != "":
				case m.dashed:
					s.report(e.At, "the refusal leaves as \"--%s…\": in {err = …} no dash stands before the class", m.word).help("leave the dash out")
				case !m.known:
					s.report(e.At, "the class of this refusal cannot be told: %s", e.X).help("begin the text with the class word, written out, and a space").chain(s, e.X)
				default:
					s.report(e.At, "%q begins with no class word: upper case and a space after it are expected", m.text).help("begin with %s", s.classes())
				}
			})
		},
	},
	{
		ID: "refusal-one-word", Severity: diag.Error,
		Sentence: "a refusal of one word leaves with ERR before it",
		Why: `redis.error_reply('APPKIND') leaves as "-ERR APPKIND": the engine puts ERR before a
text without a space, and the class is lost. With anything behind the word it leaves
as written.`,
		Bad: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('APPKIND')`,
		Good: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('APPKIND the id is of another kind')`,
		script: func(s *script) {
			s.eachRefusal(func(e *lua.Event, m message) {
				if m.one {
					s.report(e.At, "%q leaves as \"ERR %s\": a class word needs a space and a text behind it", m.text, m.word).
						help("write redis.error_reply('%s …')", m.word)
				}
			})
		},
	},
	{
		ID: "refusal-undeclared", Severity: diag.Error,
		Sentence: "a refusal carries a class that the spec does not declare",
		Why: `The registry of classes is closed, so that every SDK has a type for each of them. The
script must list the class under refuses, and the protocol under errors.`,
		Bad: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('APPFULL no room')`,
		Good: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('APPKIND not a job')`,
		script: func(s *script) {
			s.eachRefusal(func(e *lua.Event, m message) {
				if m.class == "" || protocol.IsReserved(m.class) {
					return
				}
				declared := slices.ContainsFunc(s.Protocol.Errors, func(err *protocol.Error) bool { return err.Class == m.class })
				listed := slices.ContainsFunc(s.Script.Refuses, func(err *protocol.Error) bool { return err.Class == m.class })
				switch {
				case !declared:
					f := s.report(e.At, "the class %s is not declared in the errors of the spec", m.class)
					if near := diag.Nearest(m.class, s.declaredClasses()); near != "" {
						f.help("did you mean %s?", near)
					} else {
						f.help("declare it under errors, and under refuses of %s", s.Script.Name)
					}
				case !listed:
					s.report(e.At, "%s does not list %s under refuses", s.Script.Name, m.class).help("add %s to refuses of %s", m.class, s.Script.Name).about(m.class)
				}
			})
		},
	},
	{
		ID: "refusal-reserved", Severity: diag.Error,
		Sentence: "a refusal carries a word that clients act on",
		Why: `A script may answer NOSCRIPT, MOVED or READONLY, and clients believe it: they load the
script again, follow to another node, or give the connection up.`,
		Bad: `-- keys: [pending]
return redis.error_reply('READONLY the queue is closed')`,
		Good: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('APPKIND the queue is closed')`,
		script: func(s *script) {
			s.eachRefusal(func(e *lua.Event, m message) {
				if protocol.IsReserved(m.class) {
					s.report(e.At, "%s is a word of the engines, which clients act on", m.class).help("begin with %s", s.classes())
				}
			})
		},
	},
	{
		ID: "refusal-raised", Severity: diag.Error,
		Sentence: "a refusal is raised as a text, which loses its class",
		Why: `error('APPKIND x') leaves as "-ERR user_script:1: APPKIND x": the engine puts ERR and
the place before it. So does assert. An answered error_reply keeps the class, and so
does a raised table: error({err = 'APPKIND x'}).`,
		Bad: `-- keys: [pending]
-- refuses: [APPKIND]
error('APPKIND not a job')`,
		Good: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('APPKIND not a job')`,
		script: func(s *script) {
			for _, e := range s.Of(lua.Raised) {
				if passesOn(e.X) {
					continue
				}
				s.report(e.At, "%s raises a text, which leaves as \"ERR user_script:%d: …\" and without a class", e.Text, s.Pos(e.At).Line).
					help("return redis.error_reply('CLASS …') instead")
			}
		},
	},
	{
		ID: "refusal-dropped", Severity: diag.Error,
		Sentence: "a refusal is made but not returned",
		Why:      `redis.error_reply only makes a value. Without a return the script goes on as if nothing was wrong.`,
		Bad: `-- keys: [pending]
-- args: [{id: text}]
-- refuses: [APPKIND]
if ARGV[1] == '' then
  redis.error_reply('APPKIND an id is needed')
end
return redis.call('ZREM', KEYS[1], ARGV[1])`,
		Good: `-- keys: [pending]
-- args: [{id: text}]
-- refuses: [APPKIND]
if ARGV[1] == '' then
  return redis.error_reply('APPKIND an id is needed')
end
return redis.call('ZREM', KEYS[1], ARGV[1])`,
		script: func(s *script) {
			for _, e := range s.Of(lua.RefusalDropped) {
				s.report(e.At, "this refusal is made but not returned, so the script goes on").help("write return before it")
			}
		},
	},
	{
		ID: "refusal-never", Severity: diag.Warning,
		Sentence: "a declared refusal is never issued",
		Why:      `Every SDK documents an error that cannot happen, and its callers handle it.`,
		Bad: `-- keys: [pending]
-- refuses: [APPKIND, APPSTALE]
return redis.error_reply('APPKIND not a job')`,
		Good: `-- keys: [pending]
-- refuses: [APPKIND]
return redis.error_reply('APPKIND not a job')`,
		script: neverRefused,
	},
}

// message is the text of a refusal as far as it is known.
type message struct {
	text   string // what is known of its beginning
	word   string // its first word
	class  string // the word, when it is a class with a space behind it
	one    bool   // the engine puts ERR before it
	dashed bool   // a dash before the class leaves as two
	known  bool   // the first word is known
}

var classWord = lazy.Regexp(`^[A-Z][A-Z0-9_]*$`)

// read takes the text of a refusal apart as the engines do.
func read(e *lua.Event) message {
	text, whole := e.X.Const()
	if e.X.Op == lua.Concat {
		text, _ = e.X.X[0].Const()
	}
	m := message{text: text}
	bare, dash := strings.CutPrefix(text, "-")
	word, _, spaced := strings.Cut(bare, " ")
	m.word = word
	m.known = whole || spaced
	switch {
	case dash && e.Text == "err":
		m.dashed = true
	case !m.known || !classWord().MatchString(word) || word == "ERR":
	case spaced:
		m.class = word
	case e.Text == "error_reply":
		m.one = true
	default: // {err = 'APPKIND'} leaves as it stands
		m.class = word
	}
	return m
}

// refusal is an error that the script makes itself, and its text taken apart.
type refusal struct {
	*lua.Event
	message
}

// refusals reads every error that the script makes itself. One that is reached on
// many paths is one.
func (s *script) refusals() []refusal {
	var found []refusal
	for _, e := range s.Of(lua.Refused) {
		met := func(r refusal) bool { return r.At.Start == e.At.Start && r.X.String() == e.X.String() }
		if !passesOn(e.X) && !slices.ContainsFunc(found, met) {
			found = append(found, refusal{e, read(e)})
		}
	}
	return found
}

// eachRefusal shows every error that the script makes itself.
func (s *script) eachRefusal(see func(*lua.Event, message)) {
	for _, r := range s.refused {
		see(r.Event, r.message)
	}
}

func (s *script) declaredClasses() []string {
	var classes []string
	for _, err := range s.Protocol.Errors {
		if err.Class != "" {
			classes = append(classes, err.Class)
		}
	}
	return classes
}

// classes names the classes a refusal of the script may begin with.
func (s *script) classes() string {
	var classes []string
	for _, err := range s.Script.Refuses {
		classes = append(classes, err.Class)
	}
	if len(classes) == 0 {
		return "a class that the spec declares"
	}
	return strings.Join(classes, " or ")
}

func neverRefused(s *script) {
	if !s.complete() {
		return
	}
	issued := map[string]bool{}
	sure := true
	s.eachRefusal(func(_ *lua.Event, m message) {
		issued[m.word] = true
		sure = sure && m.known
	})
	for _, e := range s.Of(lua.Raised) { // wrongly, which is another rule's finding
		if e.X != nil {
			issued[read(e).word] = true
		}
	}
	for _, e := range s.Of(lua.RefusalDropped) {
		issued[read(e).word] = true
	}
	for _, e := range s.Of(lua.Returned) { // an error handed on may be any
		sure = sure && !(e.X.Op == lua.Unknown || e.X.Op == lua.ReplyOf && e.X.Call.Protected)
	}
	for i, err := range s.Script.Refuses {
		if sure && !issued[err.Class] {
			s.inSpec(s.Script.Refused[i], "%s declares that it refuses %s, and never does", s.Script.Name, err.Class).about(err.Class)
		}
	}
}
