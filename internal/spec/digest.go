package spec

import (
	"strings"

	"github.com/echomq/emqgen/internal/diag"
	"github.com/echomq/emqgen/internal/spec/yaml"
)

// digest is a pin. What is none is told, but the script that it stands at is read
// all the same, so that emqgen pin can write another one there.
var digest form[Text] = digestForm{mendable("a SHA1", `^[0-9a-f]{40}$`,
	"a pin is 40 lower-case hex digits; emqgen pin writes it", strings.ToLower).(scalar)}

type digestForm struct{ scalar }

func (f digestForm) read(r *reader, n *yaml.Node, v *Text) bool {
	if n.Kind != yaml.Scalar {
		return f.scalar.read(r, n, v)
	}
	own := *r
	own.list = new(diag.List)
	f.scalar.read(&own, n, v)
	for _, finding := range own.list.Sorted() {
		finding.Rule = RulePin
		if n.IsNull() {
			finding.Help = f.help
		}
		r.list.Add(finding)
	}
	*v = r.text(n)
	return true
}
