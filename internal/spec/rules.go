package spec

// The rules of this package, as findings name them.
const (
	RuleSyntax     = "yaml-syntax"
	RuleEncoding   = "yaml-encoding"
	RuleLimit      = "yaml-limit"
	RuleFeature    = "yaml-feature"
	RuleDuplicate  = "duplicate-key"
	RuleUnknownKey = "unknown-key"
	RuleMissingKey = "missing-key"
	RuleKind       = "wrong-kind"
	RuleValue      = "bad-value"
	RuleEmpty      = "empty-spec"
	RulePin        = "bad-pin"
)
