package runtime

// Error is an answer of a script that is an error of the call: a refusal with
// a declared class, or a reply that the protocol declares to be an error.
// errors.Is(err, Err...) tells which one it is.
type Error struct {
	Script  string // module and name of the script, joined by a dot
	Class   string // first word of the reply, or empty when a plain reply is the error
	Message string // the reply as the server sent it, class included
	kind    error  // the Err... variable
	reply   error  // what go-redis gave, if it was an error
}

// Error names the script and repeats the server's message.
func (e *Error) Error() string { return e.Script + ": " + e.Message }

// Unwrap lets errors.Is find the Err... variable, and errors.As the redis.Error.
func (e *Error) Unwrap() []error {
	if e.reply == nil {
		return []error{e.kind}
	}
	return []error{e.kind, e.reply}
}

// refusal turns an error reply whose first word is a declared class into that
// class's error, and passes on everything else.
func refusal(s Script, err error) error {
	class := firstWord(err)
	kind, declared := classes[class]
	if !declared {
		return err
	}
	return &Error{Script: s.String(), Class: class, Message: serverText(err), kind: kind, reply: err}
}
