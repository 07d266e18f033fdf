package lua_test

import (
	"strings"
	"testing"
)

func TestForeignKindIsRefusedAndNothingWritten(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("EMQKIND", "enqueue", order, "p")
		q.want("EMQKIND", "schedule", order, "p", 1)
		q.want("EMQKIND", "schedule_in", order, "p", 1)
		q.want("EMQKIND", "complete", order, 1)
		q.want("EMQKIND", "retry", order, 1, 0, 1, "e")
		q.want("EMQKIND", "extend", order, 1, 1)
		q.leaves(map[string]string{})
	})
}

// The kind is refused before anything else could be said about the row.
func TestKindComesBeforeExistenceAndToken(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.do("HSET", q.root+"job:"+order, "state", "active", "attempts", "1", "payload", "p")
		before := q.state()
		q.want("EMQKIND", "enqueue", order, "p")
		q.want("EMQKIND", "schedule", order, "p", 1)
		q.want("EMQKIND", "schedule_in", order, "p", 1)
		q.want("EMQKIND", "complete", order, 1)
		q.want("EMQKIND", "retry", order, 9, 0, 1, "e")
		q.want("EMQKIND", "extend", order, 9, 1)
		q.leaves(before)
	})
}

func TestStaleTokenIsRefusedAndNothingWritten(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", 0)
		q.want("1", "reap", 1)
		q.want(first+" one 2", "claim", lease)
		before := q.state()
		for _, token := range []any{1, 0, 3, -2, "", "02", "2 ", "2.0", "0x2", "two"} {
			q.want("EMQSTALE", "complete", first, token)
			q.want("EMQSTALE", "retry", first, token, 0, 1, "e")
			q.want("EMQSTALE", "extend", first, token, 0)
		}
		q.leaves(before)
		q.want("1", "complete", first, 2)
	})
}

func TestTokenZeroIsNobodys(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want("1", "schedule", second, "two", 1)
		before := q.state()
		for _, id := range []string{first, second} {
			q.want("EMQSTALE", "complete", id, 0)
			q.want("EMQSTALE", "retry", id, 0, 0, 1, "e")
			q.want("EMQSTALE", "extend", id, 0, 0)
		}
		q.leaves(before)
	})
}

// A retry gives the lease back: scheduled and dead jobs have no holder.
func TestTokenIsSpentByRetry(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want("1", "enqueue", second, "two")
		q.want(first+" one 1", "claim", lease)
		q.want(second+" two 1", "claim", lease)
		q.want("1", "retry", first, 1, lease, 2, "e")
		q.want("0", "retry", second, 1, lease, 1, "e")
		before := q.state()
		for _, id := range []string{first, second} {
			q.want("EMQSTALE", "complete", id, 1)
			q.want("EMQSTALE", "extend", id, 1, lease)
		}
		q.leaves(before)
	})
}

// What a reap took back is in pending; an extension would put it into both sets.
func TestNoExtensionAfterReap(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", 0)
		q.want("1", "reap", 1)
		before := q.state()
		q.want("EMQSTALE", "extend", first, 1, lease)
		q.leaves(before)
	})
}

func TestRetryOfAGoneRowIsStale(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("EMQSTALE", "retry", first, 1, 0, 1, "e")
		q.leaves(map[string]string{})
	})
}

// Numbers that are none, or that no score could hold, are refused before a write.
func TestHostileNumbers(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.want(first+" one 1", "claim", lease)
		q.want("1", "enqueue", second, "two")
		before := q.state()
		for _, n := range []string{"", "-1", "nan", "inf", "-inf", "1e3", "1.5", "0x10", " 1", "1\n", "1\x00", "٣", strings.Repeat("9", 16), strings.Repeat("0", 400)} {
			q.want("EMQRANGE", "schedule", third, "p", n)
			q.want("EMQRANGE", "schedule_in", third, "p", n)
			q.want("EMQRANGE", "claim", n)
			q.want("EMQRANGE", "retry", first, 1, n, 1, "e")
			q.want("EMQRANGE", "retry", first, 1, 1, n, "e")
			q.want("EMQRANGE", "promote", n)
			q.want("EMQRANGE", "reap", n)
			q.want("EMQRANGE", "extend", first, 1, n)
		}
		q.leaves(before)
	})
}

// The longest lease is priced exactly: tostring would have made it 1.0016e+15.
func TestFarAwayScoresAreExact(t *testing.T) {
	onEachEngine(t, func(q queue) {
		const far = 999_999_999_999_999
		q.want("1", "enqueue", first, "one")
		before := q.now()
		q.want(first+" one 1", "claim", far)
		q.between("active", first, before+far, q.now()+far)
		q.want("1", "schedule", second, "two", far)
		q.between("schedule", second, far, far)
	})
}
