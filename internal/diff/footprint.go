package diff

import (
	"slices"

	"github.com/echomq/emqgen/internal/diff/fact"
	"github.com/echomq/emqgen/internal/lua"
	"github.com/echomq/emqgen/internal/lua/command"
	"github.com/echomq/emqgen/internal/protocol"
)

// footprints reads, from the text of each script of some protocols, what it
// touches of the declared keyspace. Each script is followed once.
func footprints(protocols ...*protocol.Protocol) fact.Footprints {
	known := map[*protocol.Script]fact.Footprint{}
	for _, p := range protocols {
		for _, s := range p.Scripts() {
			if a := lua.Analyze(p, s); a.Err == nil {
				known[s] = footprint(a.Footprint())
			}
		}
	}
	return func(s *protocol.Script) (fact.Footprint, bool) {
		f, ok := known[s]
		return f, ok
	}
}

func footprint(found *lua.Footprint) fact.Footprint {
	f := fact.Footprint{Whole: found.Whole}
	for _, area := range found.Areas {
		if area.Key == nil {
			continue
		}
		touch(&f, fact.Touch{Key: area.Key}, area.Reads, area.Puts, area.Drops)
		if slices.ContainsFunc(area.Commands, command.Finds) {
			f.Finds = append(f.Finds, area.Key)
		}
		for _, field := range area.Fields {
			touch(&f, fact.Touch{Key: area.Key, Field: field.Name}, field.Reads, field.Puts, field.Drops)
		}
		if area.Every {
			for _, field := range area.Key.Fields {
				touch(&f, fact.Touch{Key: area.Key, Field: field.Name}, true, false, false)
			}
		}
	}
	return f
}

func touch(f *fact.Footprint, t fact.Touch, reads, puts, drops bool) {
	if reads {
		f.Reads = append(f.Reads, t)
	}
	if puts {
		f.Writes = append(f.Writes, t)
	}
	if drops {
		f.Drops = append(f.Drops, t)
	}
}
