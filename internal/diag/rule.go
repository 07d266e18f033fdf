package diag

// Rule describes one kind of finding: what `emqgen explain` shows and what the
// rule tables of the documentation are made of.
type Rule struct {
	ID       string
	Severity Severity
	Sentence string // the rule in one sentence, lower case, without a full stop
	Doc      string // why the rule exists and what to do; paragraphs parted by blank lines
	Bad      string // an example that the rule refuses
	Good     string // the same, put right
}
