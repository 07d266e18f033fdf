package spec_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/spec"
)

// A pin that is to be written stands as A…, one that is there already as B….
var (
	written = strings.Repeat("a", 40)
	before  = strings.Repeat("b", 40)
)

func TestWritePins(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{
			"a pin is replaced where it stands",
			"modules:\n  jobs:\n    scripts:\n      run:\n        lua: run.lua # the file\n        sha1: BBB  # the pin\n        keys: []\n",
			"modules:\n  jobs:\n    scripts:\n      run:\n        lua: run.lua # the file\n        sha1: AAA  # the pin\n        keys: []\n",
		},
		{
			"a new pin stands below the file",
			"modules:\n  jobs:\n    scripts:\n      run:\n        doc: Runs.\n        lua: run.lua # the file\n\n        # next\n        keys: []\n",
			"modules:\n  jobs:\n    scripts:\n      run:\n        doc: Runs.\n        lua: run.lua # the file\n        sha1: AAA\n\n        # next\n        keys: []\n",
		},
		{
			"in brackets",
			"modules: {jobs: {scripts: {run: {lua: run.lua, keys: []}, walk: {lua: walk.lua}}}}\n",
			"modules: {jobs: {scripts: {run: {lua: run.lua, sha1: AAA, keys: []}, walk: {lua: walk.lua, sha1: AAA}}}}\n",
		},
		{
			"within its quotes",
			"modules: {jobs: {scripts: {run: {sha1: \"BBB\", lua: 'run.lua'}, walk: {lua: walk.lua, sha1: 'BBB'}}}}\n",
			"modules: {jobs: {scripts: {run: {sha1: \"AAA\", lua: 'run.lua'}, walk: {lua: walk.lua, sha1: 'AAA'}}}}\n",
		},
		{
			"in place of nothing",
			"modules:\n  jobs:\n    scripts:\n      run:\n        sha1: # none yet\n        lua: run.lua\n      walk: {lua: walk.lua, sha1: ~}\n      fly: {lua: fly.lua, sha1: }\n",
			"modules:\n  jobs:\n    scripts:\n      run:\n        sha1: AAA # none yet\n        lua: run.lua\n      walk: {lua: walk.lua, sha1: AAA}\n      fly: {lua: fly.lua, sha1: AAA }\n",
		},
		{
			"in JSON",
			"{\"modules\": {\"jobs\": {\"scripts\": {\"run\":{\"lua\":\"run.lua\",\"many\":true}, \"walk\": {\n  \"lua\": \"walk.lua\"\n}, \"fly\": {\"lua\": \"fly.lua\", \"sha1\":\"\"}}}}}\n",
			"{\"modules\": {\"jobs\": {\"scripts\": {\"run\":{\"lua\":\"run.lua\", \"sha1\": \"AAA\",\"many\":true}, \"walk\": {\n  \"lua\": \"walk.lua\",\n  \"sha1\": \"AAA\"\n}, \"fly\": {\"lua\": \"fly.lua\", \"sha1\":\"AAA\"}}}}}\n",
		},
		{
			"in place of what is no pin",
			"modules:\n  jobs:\n    scripts:\n      run:\n        sha1: \"\"\n        lua: run.lua\n      walk:\n        sha1: |\n          none\n        lua: walk.lua\n      fly:\n        sha1:\n          none\n        lua: fly.lua\n",
			"modules:\n  jobs:\n    scripts:\n      run:\n        sha1: \"AAA\"\n        lua: run.lua\n      walk:\n        sha1: AAA\n        lua: walk.lua\n      fly:\n        sha1:\n          AAA\n        lua: fly.lua\n",
		},
		{
			"in single quotes",
			"modules: {jobs: {scripts: {run: {'lua': 'run.lua'}, walk: {sha1: , lua: walk.lua}}}}\n",
			"modules: {jobs: {scripts: {run: {'lua': 'run.lua', 'sha1': 'AAA'}, walk: {sha1: AAA , lua: walk.lua}}}}\n",
		},
		{
			"CRLF stays",
			"modules:\r\n  jobs:\r\n    scripts:\r\n      run:\r\n        lua: run.lua\r\n      walk:\r\n        lua: walk.lua",
			"modules:\r\n  jobs:\r\n    scripts:\r\n      run:\r\n        lua: run.lua\r\n        sha1: AAA\r\n      walk:\r\n        lua: walk.lua\r\n        sha1: AAA",
		},
		{
			"a byte order mark and letters beyond ASCII stay",
			"\ufeff# é\nmodules: {jobs: {doc: ünï, scripts: {run: {lua: run.lua}}}}",
			"\ufeff# é\nmodules: {jobs: {doc: ünï, scripts: {run: {lua: run.lua, sha1: AAA}}}}",
		},
		{
			"a path on a line of its own",
			"modules:\n  jobs:\n    scripts:\n      run:\n        lua:\n          run.lua\n        keys: []\n      walk:\n        lua: >-\n          walk.lua\n        keys: []\n",
			"modules:\n  jobs:\n    scripts:\n      run:\n        lua:\n          run.lua\n        sha1: AAA\n        keys: []\n      walk:\n        lua: >-\n          walk.lua\n        sha1: AAA\n        keys: []\n",
		},
		{
			"scripts that are not asked for stay",
			"modules: {jobs: {scripts: {other: {lua: run.lua}}}, more: {scripts: {run: {lua: run.lua, sha1: BBB}}}}\n",
			"modules: {jobs: {scripts: {other: {lua: run.lua}}}, more: {scripts: {run: {lua: run.lua, sha1: BBB}}}}\n",
		},
		{
			"one script behind two names",
			"modules:\n  jobs:\n    scripts:\n      run: &run\n        lua: run.lua\n      walk: *run\n",
			"modules:\n  jobs:\n    scripts:\n      run: &run\n        lua: run.lua\n        sha1: AAA\n      walk: *run\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			digests := strings.NewReplacer("AAA", written, "BBB", before)
			pins := map[string]string{"jobs.run": written, "jobs.walk": written, "jobs.fly": written}
			got, err := spec.WritePins([]byte(digests.Replace(test.source)), pins)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(digests.Replace(test.want), string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if strings.HasPrefix(test.source, "{") && !json.Valid(got) {
				t.Errorf("no JSON any more: %s", got)
			}
			again, err := spec.WritePins(got, pins)
			if err != nil || string(again) != string(got) {
				t.Errorf("writing them again changes the text: %v\n%s", err, again)
			}
		})
	}
}

func TestWritePinsRefuses(t *testing.T) {
	pins := map[string]string{"jobs.run": written}
	for source, want := range map[string]string{
		"modules: [": "the spec cannot be read: check it before pins are written",
		"modules: {jobs: {scripts: {run: {doc: x}}}}":                      "jobs.run has no lua to pin",
		"doc: &x y\nmodules: {jobs: {scripts: {run: {lua: a, sha1: *x}}}}": "the pin of jobs.run is an alias: write it out, and its SHA1 can be set",
		"doc: &x y\nmodules: {jobs: {scripts: {run: {lua: *x}}}}":          "the lua of jobs.run is an alias: write it out, and its SHA1 can be added",
	} {
		if _, err := spec.WritePins([]byte(source), pins); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %q", source, err, want)
		}
	}
}
