package lua_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"
)

// An id whose row is gone is dropped by whoever meets it and never brought back.

func TestClaimDropsIdsWithoutARow(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.do("ZADD", q.root+"pending", 0, first, 0, second)
		q.want("1", "enqueue", third, "p")
		q.want(third+" p 1", "claim", lease)
		q.leaves(map[string]string{"job:" + third: "state=active attempts=1 payload=p", "active": third})
		q.do("ZADD", q.root+"pending", 0, first)
		q.want("nil", "claim", lease)
		q.leaves(map[string]string{"job:" + third: "state=active attempts=1 payload=p", "active": third})
	})
}

func TestPromoteDropsIdsWithoutARow(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.do("ZADD", q.root+"schedule", 1, first, 2, second)
		q.want("1", "schedule", third, "p", 3)
		q.want("1", "promote", 1)
		q.leaves(map[string]string{"job:" + third: "state=pending attempts=0 payload=p", "pending": third})
	})
}

func TestReapDropsIdsWithoutARow(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", third, "p")
		q.want(third+" p 1", "claim", 0)
		q.do("ZADD", q.root+"active", 1, first, 2, second)
		q.want("1", "reap", 1)
		q.leaves(map[string]string{"job:" + third: "state=pending attempts=1 payload=p", "pending": third})
	})
}

func TestCompleteAndExtendDropAnIdWithoutARow(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.do("ZADD", q.root+"active", 1, first, 1, second)
		q.do("ZADD", q.root+"pending", 0, first)
		q.want("0", "complete", first, 1)
		q.want("0", "extend", second, 1, lease)
		q.leaves(map[string]string{})
	})
}

func TestEmptyQueue(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("nil", "claim", lease)
		q.want("0", "promote", 10)
		q.want("0", "reap", 10)
		q.want("0", "complete", first, 1)
		q.want("0", "extend", first, 1, lease)
		q.leaves(map[string]string{})
	})
}

// A count that is no number stops the claim before anything has moved.
func TestClaimLeavesABrokenRowWhereItIs(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.do("HSET", q.root+"job:"+first, "attempts", "many")
		before := q.state()
		q.want("ERR", "claim", lease)
		q.leaves(before)
	})
}

func TestTokenIsExactBeyondTheDigitsOfADouble(t *testing.T) {
	onEachEngine(t, func(q queue) {
		q.want("1", "enqueue", first, "one")
		q.do("HSET", q.root+"job:"+first, "attempts", "9007199254740992")
		q.want(first+" one 9007199254740993", "claim", lease)
		q.want("EMQSTALE", "complete", first, "9007199254740992")
		q.want("1", "complete", first, "9007199254740993")
	})
}

func TestPayloadIsAnyBytes(t *testing.T) {
	onEachEngine(t, func(q queue) {
		payloads := []string{"", "\x00", "\xff\xfe", "a\r\nb", "é", string(bytes.Repeat([]byte{0, 255}, 512*1024))}
		for _, payload := range payloads {
			q.want("1", "enqueue", first, payload)
			q.want(first+" "+payload+" 1", "claim", lease)
			q.want("1", "complete", first, 1)
			q.want("1", "schedule", first, payload, 0)
			q.want("1", "promote", 1)
			q.want(first+" "+payload+" 1", "claim", lease)
			q.want("1", "complete", first, 1)
		}
	})
}

func TestTwoClaimersNeverShareAJob(t *testing.T) {
	onEachEngine(t, func(q queue) {
		const jobs, claimers = 200, 8
		for n := range jobs {
			q.want("1", "enqueue", "JOB000000000"+string(rune('A'+n/26))+string(rune('A'+n%26)), "p")
		}
		var mu sync.Mutex
		seen := map[string]int{}
		var wait sync.WaitGroup
		for range claimers {
			wait.Go(func() {
				for {
					claimed := q.call("claim", lease)
					if claimed == "nil" {
						return
					}
					mu.Lock()
					seen[strings.Fields(claimed)[0]]++
					mu.Unlock()
				}
			})
		}
		wait.Wait()
		if len(seen) != jobs {
			t.Errorf("%d jobs were claimed, want %d", len(seen), jobs)
		}
		for id, times := range seen {
			if times != 1 {
				t.Errorf("%s was claimed %d times", id, times)
			}
		}
	})
}
