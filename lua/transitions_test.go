package lua_test

import (
	"strconv"
	"testing"
)

// Each test is a row of the transition table: what the call answers and the
// whole state it leaves.

func TestEnqueue(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want("0", "enqueue", first, "two")
		q.leaves(map[string]string{
			"job:" + first: "state=pending attempts=0 payload=one",
			"pending":      first,
		})
		if score := q.score("pending", first); score != "0" {
			t.Errorf("score %s in pending, want 0", score)
		}
	})
}

func TestSchedule(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "schedule", first, "one", 4102444800123)
		q.want("0", "schedule", first, "two", 1)
		q.leaves(map[string]string{
			"job:" + first: "state=scheduled attempts=0 payload=one",
			"schedule":     first,
		})
		if score := q.score("schedule", first); score != "4102444800123" {
			t.Errorf("score %s in schedule, want the instant given", score)
		}
	})
}

func TestScheduleInIsPricedOnTheServersClock(t *testing.T) {
	onEachEngine(t, func(q queue) {
		before := q.now()
		q.want("1", "schedule_in", first, "one", lease)
		q.want("0", "schedule_in", first, "two", 0)
		q.between("schedule", first, before+lease, q.now()+lease)
		q.leaves(map[string]string{
			"job:" + first: "state=scheduled attempts=0 payload=one",
			"schedule":     first,
		})
	})
}

// A duplicate is one whichever call admitted the job, in whatever state it is.
func TestAdmissionsShareTheRow(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want("0", "schedule", first, "two", 1)
		q.want("0", "schedule_in", first, "two", 1)
		q.want("1", "schedule_in", second, "one", lease)
		q.want("0", "enqueue", second, "two")
		q.want(first+" one 1", "claim", lease)
		q.want("0", "enqueue", first, "two")
		q.want("0", "retry", first, 1, 0, 1, "broke")
		q.want("0", "enqueue", first, "two")
	})
}

func TestClaimTakesTheOldest(t *testing.T) {
	onEachEngine(t, func(q queue) {
		for _, id := range []string{third, first, second} {
			q.want("1", "enqueue", id, "payload of "+id)
		}
		before := q.now()
		q.want(first+" payload of "+first+" 1", "claim", lease)
		q.between("active", first, before+lease, q.now()+lease)
		q.leaves(map[string]string{
			"job:" + first:  "state=active attempts=1 payload=payload of " + first,
			"job:" + second: "state=pending attempts=0 payload=payload of " + second,
			"job:" + third:  "state=pending attempts=0 payload=payload of " + third,
			"pending":       second + " " + third,
			"active":        first,
		})
		q.want(second+" payload of "+second+" 1", "claim", lease)
		q.want(third+" payload of "+third+" 1", "claim", lease)
		q.want("nil", "claim", lease)
	})
}

func TestComplete(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", lease)
		q.want("1", "complete", first, 1)
		q.leaves(map[string]string{"metrics:completed": "count=1"})
		q.want("0", "complete", first, 1)
		q.leaves(map[string]string{"metrics:completed": "count=1"})
	})
}

func TestCompleteAfterReapBeforeTheNextClaim(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", 0)
		q.want("1", "reap", 10)
		q.want("1", "complete", first, 1)
		q.leaves(map[string]string{"metrics:completed": "count=1"})
	})
}

func TestRetryBelowTheCeiling(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", lease)
		before := q.now()
		q.want("1", "retry", first, 1, lease, 2, "broke")
		q.between("schedule", first, before+lease, q.now()+lease)
		after := map[string]string{
			"job:" + first: "state=scheduled attempts=1 payload=one last_error=broke",
			"schedule":     first,
		}
		q.leaves(after)

		score := q.score("schedule", first)
		q.want("1", "retry", first, 1, 0, 1, "again")
		q.leaves(after)
		if again := q.score("schedule", first); again != score {
			t.Errorf("the second call moved the job from %s to %s", score, again)
		}
	})
}

func TestRetryAtTheCeiling(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", lease)
		q.want("0", "retry", first, 1, lease, 1, "broke")
		after := map[string]string{
			"job:" + first:   "state=dead attempts=1 payload=one last_error=broke",
			"dead":           first,
			"metrics:failed": "count=1",
		}
		q.leaves(after)
		if score := q.score("dead", first); score != "0" {
			t.Errorf("score %s in dead, want 0", score)
		}
		q.want("0", "retry", first, 1, lease, 9, "again")
		q.leaves(after)
	})
}

func TestRetryAfterReapBeforeTheNextClaim(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", 0)
		q.want("1", "reap", 10)
		q.want("1", "retry", first, 1, lease, 5, "")
		q.leaves(map[string]string{
			"job:" + first: "state=scheduled attempts=1 payload=one last_error=",
			"schedule":     first,
		})
	})
}

func TestPromoteMovesWhatIsDue(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "schedule_in", third, "later", lease)
		q.want("1", "schedule", second, "two", 2)
		q.want("1", "schedule_in", first, "one", 0)
		q.want("0", "promote", 0)
		q.want("1", "promote", 1)
		q.leaves(map[string]string{
			"job:" + first:  "state=scheduled attempts=0 payload=one",
			"job:" + second: "state=pending attempts=0 payload=two",
			"job:" + third:  "state=scheduled attempts=0 payload=later",
			"pending":       second,
			"schedule":      first + " " + third,
		})
		q.want("1", "promote", 10)
		q.want("0", "promote", 10)
		q.leaves(map[string]string{
			"job:" + first:  "state=pending attempts=0 payload=one",
			"job:" + second: "state=pending attempts=0 payload=two",
			"job:" + third:  "state=scheduled attempts=0 payload=later",
			"pending":       first + " " + second,
			"schedule":      third,
		})
		if score := q.score("pending", first); score != "0" {
			t.Errorf("score %s in pending, want 0", score)
		}
	})
}

func TestReapTakesBackWhatRanOut(t *testing.T) {
	onEachEngine(t, func(q queue) {
		for _, id := range []string{first, second, third} {
			q.want("1", "enqueue", id, "p")
		}
		q.want(first+" p 1", "claim", 0)
		q.want(second+" p 1", "claim", 0)
		q.want(third+" p 1", "claim", lease)
		q.want("0", "reap", 0)
		q.want("1", "reap", 1)
		q.want("1", "reap", 10)
		q.want("0", "reap", 10)
		q.leaves(map[string]string{
			"job:" + first:  "state=pending attempts=1 payload=p",
			"job:" + second: "state=pending attempts=1 payload=p",
			"job:" + third:  "state=active attempts=1 payload=p",
			"pending":       first + " " + second,
			"active":        third,
		})
		if score := q.score("pending", first); score != "0" {
			t.Errorf("score %s in pending, want 0", score)
		}
	})
}

func TestExtend(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", 0)
		before := q.now()
		q.want("1", "extend", first, 1, lease)
		q.between("active", first, before+lease, q.now()+lease)
		q.want("0", "reap", 10)
		q.leaves(map[string]string{
			"job:" + first: "state=active attempts=1 payload=one",
			"active":       first,
		})
		q.want("1", "complete", first, 1)
		q.want("0", "extend", first, 1, lease)
		q.leaves(map[string]string{"metrics:completed": "count=1"})
	})
}

// between holds a score against the server's clock before and after the call.
func (q queue) between(set, id string, least, most int64) {
	q.Helper()
	score, err := strconv.ParseInt(q.score(set, id), 10, 64)
	if err != nil || score < least || score > most {
		q.Fatalf("score %s of %s in %s, want a whole number from %d to %d", q.score(set, id), id, set, least, most)
	}
}
