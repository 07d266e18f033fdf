package judge

import (
	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/diff/fact"
)

// ownReply is why a change of a reply does not move the wire: it goes to the
// speaker who ran the script, and that speaker holds the spec of its own script.
var ownReply = every(yes("each speaker hears only the script it holds itself"))

// reply is a rule about what a caller hears.
func reply(on fact.Kind, mirror, says, explain string) Rule {
	return Rule{
		ID: string(on), On: on, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says: says, Explain: explain, Relations: ownReply, Mirror: mirror,
	}
}

var replyRules = []Rule{
	reply(fact.AnswerAdded, "answer-removed", "a caller may hear {new}", "Callers who tell answers apart have one more to tell."),
	reply(fact.AnswerRemoved, "answer-added", "a caller does not hear {old} any more", "Callers who tell answers apart name one that is gone."),
	reply(fact.AnswerRenamed, "answer-renamed", `the answer "{old}" is called "{new}"`, "Answers are values on the wire; their names are the callers'."),
	reply(fact.AnswerRematched, "answer-rematched", "the answer {subject} is {new} on the wire and was {old}", "Callers keep the name. The script and the spec of one speaker have to agree, and those of two need not."),
	reply(fact.AnswerMadeError, "answer-made-verdict", "{subject} is an error of the call and was an answer", "Callers find it among errors."),
	reply(fact.AnswerMadeVerdict, "answer-made-error", "{subject} is an answer and was an error of the call", "Callers find it among answers."),
	reply(fact.ReplyValueAdded, "reply-value-removed", "a caller hears a value: {new}", "The call gives another type."),
	reply(fact.ReplyValueRemoved, "reply-value-added", "a caller does not hear a value any more: {old}", "The call gives another type."),
	reply(fact.ReplyFormChanged, "reply-form-changed", "a caller hears {new} and heard {old}", "The call gives another type."),
	reply(fact.ReplyTypeChanged, "reply-type-changed", "a caller hears {new} and heard {old}", "The call gives another type."),
	reply(fact.MemberAdded, "member-removed", "a caller hears one member more: {new}", "The type that the call gives has one member more."),
	reply(fact.MemberRemoved, "member-added", "a caller hears one member less: {old}", "Callers who used the member do not compile."),
	reply(fact.MemberRenamed, "member-renamed", `the member "{old}" is called "{new}"`, "Members have places on the wire, no names."),
	reply(fact.MembersReordered, "members-reordered", "the members come as {new} and came as {old}", "Each speaker decodes the reply of its own script in its own order."),
	reply(fact.MemberTypeChanged, "member-type-changed", "the member {subject} is {new} and was {old}", "The member has another type."),
	reply(fact.MemberMadeOptional, "member-made-required", "the member {subject} may be missing", "Callers have to say what they do without it."),
	reply(fact.MemberMadeRequired, "member-made-optional", "the member {subject} is never missing", "Callers who said what they do without it need not."),
	reply(fact.RefusalAdded, "refusal-removed", "{subject} may refuse with {new}", "Callers have one more error to handle. What is refused is up to the body."),
	reply(fact.RefusalRemoved, "refusal-added", "{subject} does not refuse with {old} any more", "Callers handle an error that does not come. What is admitted now is up to the body."),
}

var callerRules = []Rule{
	{
		ID: "class-added", On: fact.ClassAdded, Layer: L2, Class: Additive, Severity: diag.Info,
		Says:      "{new} is a declared error",
		Explain:   "An executor passes a class that it does not know as an untyped server error, so an old SDK survives a new script.",
		Relations: ownReply, Mirror: "class-removed",
	},
	{
		ID: "class-removed", On: fact.ClassRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "{old} is not a declared error any more",
		Explain:   "Callers lose the type. An old speaker still hears the class from its own script.",
		Relations: ownReply, Mirror: "class-added",
	},
	{
		ID: "class-word-changed", On: fact.ClassWordChanged, Layer: L2, Class: APIOnly, Severity: diag.Warning,
		Says:      "the error is {new} on the wire and was {old}",
		Explain:   "Callers of an SDK keep the name; whoever matches the word by hand has to follow. The state that scripts leave is the same.",
		Relations: ownReply, Mirror: "class-word-changed",
	},
	{
		ID: "error-renamed", On: fact.ErrorRenamed, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the error "{old}" is called "{new}"`,
		Explain:   "The class word is on the wire, the name is the callers'.",
		Relations: unmoved, Mirror: "error-renamed",
	},
	{
		ID: "module-added", On: fact.ModuleAdded, Layer: L4, Class: Additive, Severity: diag.Info,
		Says:      "the module {new} is new",
		Explain:   "Modules group what callers see.",
		Relations: unmoved, Mirror: "module-removed",
	},
	{
		ID: "module-removed", On: fact.ModuleRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      "the module {old} is gone",
		Explain:   "Modules group what callers see. Its scripts are judged by themselves.",
		Relations: unmoved, Mirror: "module-added",
	},
	{
		ID: "module-renamed", On: fact.ModuleRenamed, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `the module "{old}" is called "{new}"`,
		Explain:   "Modules group what callers see.",
		Relations: unmoved, Mirror: "module-renamed",
	},
	{
		ID: "name-changed", On: fact.NameChanged, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `{subject} is "{new}" and was "{old}"`,
		Explain:   "The spelling of one language: callers there import and call other names.",
		Relations: unmoved, Mirror: "name-changed",
	},
	{
		ID: "override-added", On: fact.OverrideAdded, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `{subject} is spelled "{new}"`,
		Explain:   "The spelling of one language: callers there call another name.",
		Relations: unmoved, Mirror: "override-removed",
	},
	{
		ID: "override-removed", On: fact.OverrideRemoved, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `{subject} is not spelled "{old}" any more`,
		Explain:   "The spelling of one language: callers there call another name.",
		Relations: unmoved, Mirror: "override-added",
	},
	{
		ID: "override-changed", On: fact.OverrideChanged, Layer: L4, Class: APIOnly, Severity: diag.Info,
		Says:      `{subject} is spelled "{new}" and was spelled "{old}"`,
		Explain:   "The spelling of one language: callers there call another name.",
		Relations: unmoved, Mirror: "override-changed",
	},
}

var lawRules = []Rule{
	{
		ID: "gate-added", On: fact.GateAdded, Layer: L4, Class: Free, Severity: diag.Info,
		Says:      `the gate "{new}" is new`,
		Explain:   "A gate says what must be seen; it makes nothing so.",
		Relations: unmoved, Mirror: "gate-removed",
	},
	{
		ID: "gate-removed", On: fact.GateRemoved, Layer: L4, Class: Free, Severity: diag.Warning,
		Says:      `the gate "{old}" is gone`,
		Explain:   "Nothing moves, and nobody checks any more what the gate checked.",
		Relations: unmoved, Mirror: "gate-added",
	},
	{
		ID: "gate-renamed", On: fact.GateRenamed, Layer: L4, Class: Free, Severity: diag.Info,
		Says:      `the gate "{old}" is called "{new}"`,
		Explain:   "A gate says what must be seen, whatever its name.",
		Relations: unmoved, Mirror: "gate-renamed",
	},
	{
		ID: "gate-changed", On: fact.GateChanged, Layer: L4, Class: Free, Severity: diag.Warning,
		Says:      "the gate tells another story",
		Explain:   "What must be seen is another thing. If the scripts changed too, a proof runs both stories with both versions.",
		Relations: unmoved, Mirror: "gate-changed",
	},
	{
		ID: "profile-loosened", On: fact.ProfileLoosened, Layer: L2, Class: Free, Severity: diag.Warning,
		Says:      "the key law is {new} and was {old}",
		Explain:   "Lint lets more pass; what the scripts do is what they did.",
		Relations: unmoved, Mirror: "profile-tightened",
	},
	{
		ID: "profile-tightened", On: fact.ProfileTightened, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "the key law is {new} and was {old}",
		Explain:   "Lint lets less pass; what the scripts do is what they did.",
		Relations: unmoved, Mirror: "profile-loosened",
	},
	{
		ID: "allowance-added", On: fact.AllowanceAdded, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "lint is silenced for {subject}: {new}",
		Explain:   "Lint lets more pass; what the scripts do is what they did.",
		Relations: unmoved, Mirror: "allowance-removed",
	},
	{
		ID: "allowance-removed", On: fact.AllowanceRemoved, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "lint is not silenced for {subject} any more",
		Explain:   "Lint lets less pass; what the scripts do is what they did.",
		Relations: unmoved, Mirror: "allowance-added",
	},
	{
		ID: "allowance-reworded", On: fact.AllowanceReworded, Layer: L2, Class: Free, Severity: diag.Info,
		Says:      "lint is silenced for {subject} with another reason: {new}",
		Explain:   "Lint lets pass what it did.",
		Relations: unmoved, Mirror: "allowance-reworded",
	},
	{
		ID: "engine-raised", On: fact.EngineRaised, Layer: L0, Class: APIOnly, Severity: diag.Warning,
		Says:      "{subject} {new} is the least version, and was {old}",
		Explain:   "Whoever runs an older engine upgrades it before the new speakers come; the rows are what they were.",
		Relations: unmoved, Mirror: "engine-lowered",
	},
	{
		ID: "engine-lowered", On: fact.EngineLowered, Layer: L0, Class: Additive, Severity: diag.Info,
		Says:      "{subject} {new} is the least version, and was {old}",
		Explain:   "Older engines are supported as well; the rows are what they were.",
		Relations: unmoved, Mirror: "engine-raised",
	},
}
