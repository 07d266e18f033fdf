package judge_test

import (
	"testing"

	"github.com/echomq/emqgen/internal/diff/judge"
)

func TestOrderFollowsFromWhoIsHurt(t *testing.T) {
	good, bad := judge.Answer{Yes: true}, judge.Answer{}
	for _, test := range []struct {
		judge.Relations
		want judge.Order
	}{
		{judge.Relations{OldReadsNew: good, NewReadsOld: good, Together: good, InFlight: good}, judge.NoOrder},
		{judge.Relations{OldReadsNew: bad, NewReadsOld: good, Together: good, InFlight: good}, judge.ReadersFirst},
		{judge.Relations{OldReadsNew: good, NewReadsOld: bad, Together: good, InFlight: bad}, judge.WritersFirst},
		{judge.Relations{OldReadsNew: good, NewReadsOld: good, Together: good, InFlight: bad}, judge.WritersFirst},
		{judge.Relations{OldReadsNew: bad, NewReadsOld: bad, Together: good, InFlight: good}, judge.DrainFirst},
		{judge.Relations{OldReadsNew: good, NewReadsOld: good, Together: bad, InFlight: good}, judge.DrainFirst},
	} {
		if got := test.Order(); got != test.want {
			t.Errorf("%+v: %s, want %s", test.Relations, got, test.want)
		}
	}
}

func TestCombinedOrderIsSafeForAll(t *testing.T) {
	for _, test := range []struct {
		a, b, want judge.Order
	}{
		{judge.NoOrder, judge.NoOrder, judge.NoOrder},
		{judge.NoOrder, judge.ReadersFirst, judge.ReadersFirst},
		{judge.WritersFirst, judge.NoOrder, judge.WritersFirst},
		{judge.ReadersFirst, judge.ReadersFirst, judge.ReadersFirst},
		{judge.ReadersFirst, judge.WritersFirst, judge.DrainFirst},
		{judge.DrainFirst, judge.ReadersFirst, judge.DrainFirst},
		{judge.NoSafeOrder, judge.ReadersFirst, judge.NoSafeOrder},
		{judge.DrainFirst, judge.NoSafeOrder, judge.NoSafeOrder},
	} {
		if got := judge.Combined(test.a, test.b); got != test.want {
			t.Errorf("%s and %s: %s, want %s", test.a, test.b, got, test.want)
		}
	}
}

func TestStepped(t *testing.T) {
	for _, test := range []struct {
		old, new string
		want     judge.Step
	}{
		{"2.0.0", "2.0.0", judge.NoStep},
		{"2.0.0", "2.0.1", judge.Patch},
		{"2.0.9", "2.1.0", judge.Minor},
		{"2.9.9", "3.0.0", judge.Major},
		{"2.1.0", "2.0.0", judge.NoStep},
		{"2.0.0-rc.1", "2.0.0", judge.Patch},
	} {
		if got := judge.Stepped(test.old, test.new); got != test.want {
			t.Errorf("%s -> %s: %s, want %s", test.old, test.new, got, test.want)
		}
	}
}
