package protocol

import (
	"time"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/lazy"
	"github.com/echomq/emqgen/internal/spec"
)

var semver = lazy.Regexp(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$`)

// profiles in the order of their constants.
var profiles = map[string]Profile{"declared": Declared, "literal": Literal, "derived": Derived, "open": Open}

func (r *resolver) head() {
	f := r.file
	if f.Format.Given() && f.Format.Value != spec.FormatVersion {
		r.list.Errorf(f.Format.Pos, RuleVersion, "format %d is not known, expected %d", f.Format.Value, spec.FormatVersion).Help = "write emqgen: 1, or use a newer emqgen"
	}
	if f.Version.Given() && !semver().MatchString(f.Version.Value) {
		r.list.Errorf(f.Version.Pos, RuleVersion, "version %q is not three numbers", f.Version.Value).Help = "write major.minor.patch, such as 2.0.0"
	}
	r.p.Profile = profiles[f.Profile.Value]
	r.p.Engines = Engines{Redis: or(f.Engines.Redis.Value, "7.0"), Valkey: or(f.Engines.Valkey.Value, "8.0")}
	if !f.Broken && len(f.Keys.Entries) == 0 && len(f.Modules.Entries) == 0 && !f.Keys.Broken && !f.Modules.Broken {
		pos := f.Protocol.Pos
		for _, section := range []diag.Pos{f.Modules.Pos, f.Keys.Pos} {
			if section.Line != 0 {
				pos = section
			}
		}
		r.list.Errorf(pos, RuleEmpty, "the protocol declares neither keys nor scripts").Help = "declare a key under keys, or a script under modules"
	}
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

func (r *resolver) ids() {
	f := r.file.IDs
	if f == nil {
		return
	}
	ids := &IDs{
		Pos:      f.Pos,
		Epoch:    r.epoch(f.Epoch),
		TimeBits: r.bits(f.Bits.Time, 1),
		NodeBits: r.bits(f.Bits.Node, 0),
		SeqBits:  r.bits(f.Bits.Seq, 0),
	}
	if sum := ids.TimeBits + ids.NodeBits + ids.SeqBits; sum > 63 {
		r.list.Errorf(f.Bits.Pos, RuleIDs, "%d + %d + %d = %d bits do not fit into the 63 of an id", ids.TimeBits, ids.NodeBits, ids.SeqBits, sum).Help = "take bits away from one of them"
	}
	for _, e := range f.Brands.Entries {
		ids.Brands = append(ids.Brands, &Brand{Pos: e.Key.Pos, Name: e.Key.Value, Doc: e.Value.Value})
	}
	r.p.IDs = ids
}

func (r *resolver) epoch(t spec.Text) time.Time {
	if !t.Given() {
		return time.Time{}
	}
	epoch, err := time.Parse(time.RFC3339Nano, t.Value)
	if err != nil {
		r.list.Errorf(t.Pos, RuleIDs, "epoch %q is no instant", t.Value).Help = "write date, time and zone, such as 2024-01-01T00:00:00Z"
		return time.Time{}
	}
	if epoch.Nanosecond()%int(time.Millisecond) != 0 {
		r.list.Errorf(t.Pos, RuleIDs, "epoch %q is not a whole millisecond", t.Value).Help = "ids count milliseconds: leave three digits of the second at most"
	}
	return epoch.UTC()
}

func (r *resolver) bits(i spec.Int, least int64) int {
	if !i.Given() {
		return 0
	}
	if i.Value < least || i.Value > 63 {
		r.list.Errorf(i.Pos, RuleIDs, "%d bits: expected %d to 63", i.Value, least).Help = "the bits of time, node and seq share the 63 of an id"
		return 0
	}
	return int(i.Value)
}

func (r *resolver) resolveAllow() {
	for _, a := range r.file.Allow.Items {
		r.p.Allow = append(r.p.Allow, &Allow{Pos: a.Rule.Pos, Rule: a.Rule.Value, On: a.On.Value, Reason: a.Reason.Value})
	}
}
