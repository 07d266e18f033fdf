package conform_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/echomq/emqgen/internal/conform"
)

func TestTransitionsAreThoseOfTheTable(t *testing.T) {
	seen, broken, err := conform.Transitions(context.Background(), shipped(t))
	if err != nil {
		t.Fatal(err)
	}
	if len(broken) > 0 {
		t.Errorf("%d gates do not hold", len(broken))
	}
	var got []string
	for _, s := range seen {
		got = append(got, fmt.Sprintf("%s: %q %q %s %s", s.Key.Name, s.From, s.To, s.Script.Name, s.Answer))
	}
	want := []string{
		`job: "" "pending" enqueue enqueued`,
		`job: "" "scheduled" schedule scheduled`,
		`job: "" "scheduled" schedule_in scheduled`,
		`job: "pending" "active" claim `,
		`job: "pending" "" complete completed`,
		`job: "active" "" complete completed`,
		`job: "pending" "scheduled" retry scheduled`,
		`job: "active" "scheduled" retry scheduled`,
		`job: "active" "dead" retry dead`,
		`job: "scheduled" "pending" promote `,
		`job: "active" "pending" reap `,
		`job: "active" "active" extend extended`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
