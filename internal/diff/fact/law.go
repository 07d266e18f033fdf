package fact

import (
	"slices"
	"strconv"
	"strings"

	"github.com/echomq/emqgen/internal/protocol"
)

// profiles lists the profiles from the strictest to the loosest, by name.
var profiles = []struct {
	profile protocol.Profile
	name    string
}{
	{protocol.Literal, "literal"},
	{protocol.Declared, "declared"},
	{protocol.Derived, "derived"},
	{protocol.Open, "open"},
}

// law compares the key law, its allowances, and the engines that are supported.
func (c *comparer) law() {
	rank := func(p protocol.Profile) int {
		return slices.IndexFunc(profiles, func(named struct {
			profile protocol.Profile
			name    string
		},
		) bool {
			return named.profile == p
		})
	}
	before, after := rank(c.old.Profile), rank(c.new.Profile)
	profile := Change{Kind: ProfileLoosened, Subject: "profile", Old: profiles[before].name, New: profiles[after].name, OldPos: c.old.Place("profile"), NewPos: c.new.Place("profile")}
	if after < before {
		profile.Kind = ProfileTightened
	}
	c.differ(profile)
	c.engine("redis", c.old.Engines.Redis, c.new.Engines.Redis)
	c.engine("valkey", c.old.Engines.Valkey, c.new.Engines.Valkey)
	c.allowances()
}

func (c *comparer) engine(name, before, after string) {
	change := Change{Kind: EngineRaised, Subject: "engines." + name, Old: before, New: after, OldPos: c.old.Place("engines." + name), NewPos: c.new.Place("engines." + name)}
	if CompareVersions(after, before) < 0 {
		change.Kind = EngineLowered
	}
	c.differ(change)
}

func (c *comparer) allowances() {
	var allowances Pairing[protocol.Allow]
	allowances.pair(c.old.Allow, c.new.Allow, allowanceID, nil)
	allowances.each(c.old.Allow, c.new.Allow, func(a Pair[protocol.Allow]) {
		switch {
		case a.Old == nil:
			c.add(Change{Kind: AllowanceAdded, Subject: "allow." + allowanceID(a.New), New: a.New.Reason, OldPos: c.old.Pos, NewPos: a.New.Pos})
		case a.New == nil:
			c.add(Change{Kind: AllowanceRemoved, Subject: "allow." + allowanceID(a.Old), Old: a.Old.Reason, OldPos: a.Old.Pos, NewPos: c.new.Pos})
		default:
			c.differ(Change{Kind: AllowanceReworded, Subject: "allow." + allowanceID(a.Old), Old: a.Old.Reason, New: a.New.Reason, OldPos: a.Old.Pos, NewPos: a.New.Pos})
		}
	})
}

func allowanceID(a *protocol.Allow) string { return strings.TrimSpace(a.Rule + " " + a.On) }

// CompareVersions orders dotted versions by their numbers, a missing part being
// zero; what follows a dash or a plus does not count, except that a version with
// a dash comes before the same one without.
func CompareVersions(a, b string) int {
	numbers := func(v string) (parts [3]int, pre bool) {
		v, _, _ = strings.Cut(v, "+")
		v, _, pre = strings.Cut(v, "-")
		for i, part := range strings.SplitN(v, ".", 3) {
			parts[i], _ = strconv.Atoi(part)
		}
		return parts, pre
	}
	before, preA := numbers(a)
	after, preB := numbers(b)
	if order := slices.Compare(before[:], after[:]); order != 0 || preA == preB {
		return order
	}
	if preA {
		return -1
	}
	return 1
}
