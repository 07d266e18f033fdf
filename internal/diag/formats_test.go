package diag

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

var hostile = []Finding{
	{
		Pos: Pos{File: "spec/a:b,c%.yaml", Line: 3, Col: 7}, Rule: "unknown-key", Severity: Error,
		Message: "unknown key \"a|b`c\"\n<b>", Help: "drop it",
		Related: []Related{{Pos: Pos{File: "x.lua", Line: 1}, Message: "here"}},
	},
	{Pos: Pos{File: "/abs/spec.yaml"}, Severity: Info, Message: "as a whole"},
}

func printed(t *testing.T, format string, findings []Finding) string {
	t.Helper()
	var out bytes.Buffer
	if err := Print(&out, format, findings, Options{Version: "0.1.0"}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGitHubEscapes(t *testing.T) {
	want := "::error file=spec/a%3Ab%2Cc%25.yaml,line=3,col=7,title=unknown-key::" +
		"unknown key \"a|b`c\"%0A<b>%0Ax.lua:1: here%0Ahelp: drop it\n" +
		"::notice file=/abs/spec.yaml::as a whole\n"
	if got := printed(t, "github", hostile); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestMarkdownKeepsItsTable(t *testing.T) {
	got := printed(t, "markdown", hostile)
	rows := strings.Split(strings.TrimSpace(got), "\n")
	if len(rows) != 4 {
		t.Fatalf("%d lines, want a head of two and a row for each finding:\n%s", len(rows), got)
	}
	if strings.Contains(got, "<b>") {
		t.Errorf("a message is read as HTML:\n%s", got)
	}
	if got := printed(t, "markdown", nil); got != "No findings.\n" {
		t.Errorf("without findings: %q", got)
	}
}

func TestJSONIsNeverNull(t *testing.T) {
	for _, findings := range [][]Finding{nil, hostile} {
		var back struct{ Findings []map[string]any }
		if err := json.Unmarshal([]byte(printed(t, "json", findings)), &back); err != nil {
			t.Fatal(err)
		}
		if back.Findings == nil || len(back.Findings) != len(findings) {
			t.Errorf("%d findings come back as %v", len(findings), back.Findings)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	err := Print(&bytes.Buffer{}, "xml", nil, Options{})
	if err == nil || !strings.Contains(err.Error(), `"xml"`) {
		t.Errorf("got %v", err)
	}
}
