package protocol

// The rules of this package, as findings name them.
const (
	RuleFile      = "spec-file"         // the spec itself cannot be read
	RuleEmpty     = "nothing-declared"  // neither keys nor scripts
	RuleReference = "unknown-reference" // a name that nothing declares
	RuleTemplate  = "bad-template"      // a malformed address
	RuleHole      = "undeclared-hole"   // a <hole> without a parameter
	RuleUnused    = "unused-param"      // a parameter without a <hole>
	RuleAddress   = "address-clash"     // two keys at one address
	RuleRoot      = "bad-root"          // a root that is no root of the key
	RuleFence     = "bad-fence"         // a fence that cannot work
	RuleClass     = "reserved-class"    // a class the engines use themselves
	RuleType      = "bad-type"          // a type and its options that do not fit
	RulePattern   = "bad-pattern"       // a match that is not portable
	RuleIDs       = "bad-ids"           // a layout of ids that cannot work
	RuleTwice     = "declared-twice"    // one name for two things
	RuleOrder     = "bad-order"         // optional or variadic where it cannot be
	RuleCall      = "bad-call"          // keys and arguments that make no call
	RuleReply     = "bad-reply"         // a reply that cannot be told apart
	RuleScript    = "script-file"       // a Lua file that is missing or outside
	RulePin       = "pin-mismatch"      // the file's bytes are not the pinned ones
	RuleName      = "bad-spelling"      // a name no language could take
	RuleGate      = "bad-gate"          // a gate that cannot be run
	RuleVersion   = "bad-version"       // a version that is none
)
