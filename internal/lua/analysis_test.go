package lua

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/echomq/emqgen/internal/protocol"
)

// stage is the protocol in which the scripts of these tests stand.
const stage = `emqgen: 1
protocol: stage
version: 1.0.0
params:
  q: {match: "[a-z]{1,8}"}
  id: {match: "[a-z0-9]{1,8}"}
keys:
  job: {at: "a:{<q>}:job:<id>", type: hash, fields: {state: text, tries: int, note: text}}
  root: {at: "a:{<q>}:job:", root_of: job}
  set: {at: "a:{<q>}:set", type: zset}
  version: {at: "{a}:version", type: string}
modules:
  m:
    scripts:
      s:
        lua: s.lua
        keys: [job, root, set]
        args: [{id: text}, {other: text}]
`

func analyze(t testing.TB, source string) *Analysis {
	t.Helper()
	p, findings := protocol.LoadFS(fstest.MapFS{
		"protocol.yaml": {Data: []byte(stage)}, "s.lua": {Data: []byte(source)},
	}, "protocol.yaml")
	if p == nil {
		t.Fatal(findings)
	}
	return Analyze(p, p.Scripts()[0])
}

// keys writes the keys that a script touches: how it came by them, and which
// key of the protocol they are.
func keys(a *Analysis) []string {
	var found []string
	for _, c := range a.Calls {
		for _, t := range c.Keys {
			key := "?"
			if t.From.Key != nil {
				key = t.From.Key.Name
			}
			found = append(found, t.From.Origin.String()+" "+key)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func TestProvenance(t *testing.T) {
	for source, want := range map[string]string{
		`redis.call('DEL', KEYS[1])`:                                                                        "declared job",
		`local k = KEYS[3] redis.call('DEL', k)`:                                                            "declared set",
		`local a, b = KEYS[1], KEYS[3] a, b = b, a redis.call('GET', a)`:                                    "declared set",
		`for i = 1, 3, 2 do redis.call('DEL', KEYS[i]) end`:                                                 "declared job|declared set",
		`for _, k in ipairs(KEYS) do redis.call('DEL', k) end`:                                              "declared job|declared root|declared set",
		`redis.call('DEL', unpack(KEYS))`:                                                                   "declared job|declared root|declared set",
		`local t = {k = KEYS[1]} redis.call('DEL', t.k)`:                                                    "declared job",
		`local t = {} t[#t + 1] = KEYS[1] table.insert(t, KEYS[3]) redis.call('DEL', unpack(t))`:            "declared job|declared set",
		`local function f(k) return redis.call('DEL', k) end f(KEYS[1]) f(KEYS[3])`:                         "declared job|declared set",
		`local function row(id) return KEYS[2] .. id end redis.call('DEL', row(ARGV[1]))`:                   "derived job",
		`redis.call('DEL', KEYS[2] .. redis.call('ZPOPMIN', KEYS[3])[1])`:                                   "declared set|derived job",
		`redis.call('DEL', string.format('%s%s', KEYS[2], ARGV[1]))`:                                        "derived job",
		`redis.call('DEL', table.concat({KEYS[2], ARGV[1]}))`:                                               "derived job",
		`redis.call('DEL', KEYS[2] .. 'ABC')`:                                                               "extended ?",
		`redis.call('DEL', KEYS[2] .. 'abc')`:                                                               "derived job",
		`redis.call('DEL', KEYS[2] .. ARGV[1] .. ':x')`:                                                     "extended ?",
		`redis.call('DEL', KEYS[1] .. ':x')`:                                                                "extended ?",
		`redis.call('DEL', (KEYS[1]:match('^(.-})')) .. ':x')`:                                              "extended ?",
		`redis.call('DEL', ARGV[1])`:                                                                        "from ARGV ?",
		`redis.call('DEL', 'x:' .. ARGV[1])`:                                                                "from ARGV ?",
		`redis.call('DEL', cjson.decode(ARGV[1]).key)`:                                                      "from ARGV ?",
		`redis.call('DEL', ARGV[1]:lower())`:                                                                "from ARGV ?",
		`redis.call('DEL', redis.call('HGET', KEYS[1], 'note'))`:                                            "declared job|from data ?",
		`for _, k in ipairs(redis.call('ZRANGE', KEYS[3], 0, 9)) do redis.call('DEL', k) end`:               "declared set|from data ?",
		`redis.call('DEL', 'x')`:                                                                            "literal ?",
		`redis.call('GET', '{a}:version')`:                                                                  "literal version",
		`redis.call('DEL', ARGV[1] == '' and KEYS[1] or KEYS[3])`:                                           "declared job|declared set",
		`local k = KEYS[1] if ARGV[1] == 'x' then k = ARGV[2] end redis.call('DEL', k)`:                     "declared job|from ARGV ?",
		`redis.call('DEL', KEYS[9])`:                                                                        "undeclared ?",
		`redis.call('DEL', loadstring('return 1')())`:                                                       "unknown ?",
		`local k = KEYS[1] for i = 1, 9 do k = k .. i end redis.call('DEL', k)`:                             "extended ?|unknown ?",
		`local f = redis.call f('DEL', KEYS[1])`:                                                            "declared job",
		`local r = redis r.pcall('DEL', KEYS[1])`:                                                           "declared job",
		`pcall(redis.call, 'DEL', KEYS[1])`:                                                                 "declared job",
		`pcall(function() redis.call('DEL', KEYS[1]) end)`:                                                  "declared job",
		`local o = {del = function(self, k) redis.call('DEL', k) end} o:del(KEYS[1])`:                       "declared job",
		`redis.call('ZUNIONSTORE', KEYS[3], 2, KEYS[1], ARGV[1])`:                                           "declared job|declared set|from ARGV ?",
		`redis.call('SORT', KEYS[3], 'STORE', ARGV[1])`:                                                     "declared set|from ARGV ?",
		`redis.call('XREAD', 'COUNT', 1, 'STREAMS', KEYS[1], KEYS[3], 0, 0)`:                                "declared job|declared set",
		`redis.call('GEORADIUS', KEYS[1], 1, 2, 3, 'm', 'STORE', KEYS[3])`:                                  "declared job|declared set",
		`if false then redis.call('DEL', ARGV[1]) end`:                                                      "",
		`local function f(n) if n == 0 then return redis.call('DEL', KEYS[1]) end return f(n - 1) end f(3)`: "declared job",
		`local k repeat k = KEYS[1] until true redis.call('DEL', k)`:                                        "declared job",
		`local function v(...) local a, b = ... redis.call('DEL', b) end v(ARGV[1], KEYS[1])`:               "declared job",
		`redis.call('DEL', select(2, ARGV[1], KEYS[1]))`:                                                    "declared job",
		`local t = setmetatable({k = KEYS[1]}, {}) redis.call('DEL', rawget(t, 'k'))`:                       "declared job",
		`redis.call('MIGRATE', 'h', 1, '', 0, 1, 'KEYS', KEYS[1], ARGV[1])`:                                 "declared job|from ARGV ?|literal ?",
	} {
		a := analyze(t, source)
		if a.Err != nil || a.Limit != "" {
			t.Errorf("%s: %v %s", source, a.Err, a.Limit)
		}
		if got := strings.Join(keys(a), "|"); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", source, got, want)
		}
	}
}

// A chain names each line a value went through.
func TestChain(t *testing.T) {
	a := analyze(t, `local id = ARGV[1]
local function key(name)
  return 'x:' .. name
end
local k = key(id)
redis.call('DEL', k)`)
	var steps []string
	for _, step := range a.Calls[0].Keys[0].Value.Trace().Steps() {
		steps = append(steps, fmt.Sprintf("%d %s", a.Pos(step.At).Line, step.Text()))
	}
	want := []string{
		"1 ARGV[1] is the argument id", "1 kept in id", "5 passed as name", "3 joined to 'x:' .. name", "5 kept in k",
	}
	if !slices.Equal(steps, want) {
		t.Errorf("got  %q\nwant %q", steps, want)
	}
	last := analyze(t, `return redis.call('DEL', 'x' .. ARGV[2])`).Calls[0].Keys[0].Value.Trace().Steps()[0]
	if want := "ARGV[2] is the argument other"; last.Text() != want {
		t.Errorf("got %q, want %q", last.Text(), want)
	}
}

// Writes are told path by path.
func TestWritesBefore(t *testing.T) {
	for source, want := range map[string]string{
		`redis.call('DEL', KEYS[1]) return 1`:                                                                                                          "1:DEL",
		`if redis.call('DEL', KEYS[1]) == 0 then return 0 end return 1`:                                                                                "0: 1:DEL",
		`if redis.call('ZREM', KEYS[3], ARGV[1]) ~= 1 then return 0 end return 1`:                                                                      "0: 1:ZREM",
		`if redis.call('ZREM', KEYS[3], ARGV[1], 'x') ~= 1 then return 0 end return 1`:                                                                 "0:ZREM 1:ZREM",
		`local ok = redis.call('SET', KEYS[1], 1, 'NX') if not ok then return 0 end return 1`:                                                          "0: 1:SET",
		`if redis.call('SET', KEYS[1], 1, 'NX') == false then return 0 end return 1`:                                                                   "0: 1:SET",
		`local r = redis.call('SET', KEYS[1], 1, 'NX') if r and r.ok == 'OK' then return 1 end return 0`:                                               "0:SET 1:SET",
		`if redis.call('HSETNX', KEYS[1], 'a', 1) < 1 then return 0 end return 1`:                                                                      "0: 1:HSETNX",
		`local p = redis.call('ZPOPMIN', KEYS[3]) if #p == 0 then return 0 end return 1`:                                                               "0: 1:ZPOPMIN",
		`local p = redis.call('ZPOPMIN', KEYS[3]) if not p[1] then return 0 end return 1`:                                                              "0: 1:ZPOPMIN",
		`local p = redis.call('ZPOPMIN', KEYS[3]) if next(p) == nil then return 0 end return 1`:                                                        "0: 1:ZPOPMIN",
		`local n = tonumber(redis.call('DEL', KEYS[1])) if n > 0 then return 1 else return 0 end`:                                                      "0: 1:DEL",
		`if redis.call('HSET', KEYS[1], 'a', 1) == 0 then return 0 end return 1`:                                                                       "0:HSET 1:HSET",
		`local gone = redis.call('DEL', KEYS[1]) == 0 if gone then return 0 end return 1`:                                                              "0: 1:DEL",
		`local flag = false if ARGV[1] == 'x' then flag = true end if not flag then redis.call('DEL', KEYS[1]) end if flag then return 0 end return 1`: "0: 1:DEL",
		`if ARGV[1] == 'x' then redis.call('DEL', KEYS[1]) end if ARGV[1] == 'x' then return 1 end return 0`:                                           "0: 1:DEL",
		`for i = 1, 2 do if ARGV[1] == '' then return 0 end redis.call('DEL', KEYS[1]) end return 1`:                                                   "0: 1:DEL,DEL",
		`for i, v in ipairs(ARGV) do if v == '' then return 0 end redis.call('ZADD', KEYS[3], 0, v) end return 1`:                                      "0:ZADD 1:ZADD",
		`while redis.call('ZCARD', KEYS[3]) > 0 do redis.call('ZPOPMIN', KEYS[3]) end return 1`:                                                        "1:ZPOPMIN",
		`local function w() redis.call('DEL', KEYS[1]) end if ARGV[1] == '' then return 0 end w() return 1`:                                            "0: 1:DEL",
		`redis.call('GET', KEYS[1]) return 1`:                                                                                                          "1:",
		`redis.call('PUBLISH', 'c', 'm') return 1`:                                                                                                     "1:PUBLISH",
	} {
		a := analyze(t, source)
		var got []string
		for _, e := range a.Of(Returned) {
			answer, _ := e.X.Const()
			var names []string
			for _, c := range e.Before {
				names = append(names, c.Name)
			}
			got = append(got, answer+":"+strings.Join(names, ","))
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s:\ngot  %s\nwant %s", source, s, want)
		}
	}
}

func TestFootprint(t *testing.T) {
	a := analyze(t, `local id = redis.call('ZPOPMIN', KEYS[3])[1]
if id and redis.call('HGET', KEYS[2] .. id, 'state') then
  redis.call('HSET', KEYS[2] .. id, 'tries', 1)
  redis.call('HDEL', KEYS[1], 'note')
end`)
	f := a.Footprint()
	var b strings.Builder
	if err := WriteFootprints(&b, "text", []*Footprint{f}); err != nil {
		t.Fatal(err)
	}
	want := `s: writes; Redis 5.0 (ZPOPMIN), Valkey 7.2 (EVAL)
  KEY  AS               READS  WRITES      COMMANDS
  job  KEYS[1]          -      drops note  HDEL
  set  KEYS[3]          yes    drops       ZPOPMIN
  job  KEYS[2] .. <id>  state  tries       HGET HSET
`
	if got := b.String(); got != want || !f.Whole || !f.Writes {
		t.Errorf("got\n%swant\n%s(whole %v, writes %v)", got, want, f.Whole, f.Writes)
	}
	if f := analyze(t, `return redis.call('GET', ARGV[1])`).Footprint(); f.Whole || f.Writes {
		t.Errorf("a key from ARGV: whole %v, writes %v", f.Whole, f.Writes)
	}
	if f := analyze(t, `return redis.call(ARGV[1], KEYS[1])`).Footprint(); f.Whole || !f.Writes {
		t.Errorf("a command from ARGV: whole %v, writes %v", f.Whole, f.Writes)
	}
	if f := analyze(t, `return @`).Footprint(); f.Whole || len(f.Areas) > 0 {
		t.Errorf("no Lua: whole %v, areas %v", f.Whole, f.Areas)
	}
}

// A value that holds another twice doubles it each time: x = x + x, sixty times over.
// Whoever looks at all of it must not take for ever.
func TestDoubledValuesStaySmall(t *testing.T) {
	for _, double := range []string{"x + x", "x .. x", "math.max(x, x)", "{x, x}", "f(x, x)", "x and x or x"} {
		source := "local f = function(a, b) return a .. b end local x = ARGV[1]\n" + strings.Repeat("x = "+double+"\n", 60) + "return redis.call('GET', x)"
		if a := analyze(t, source); a.Limit == "" && len(a.Calls) != 1 {
			t.Errorf("%s: %d calls", double, len(a.Calls))
		}
	}
}

// A command whose name is one of two is both of them.
func TestEachNameOfACommand(t *testing.T) {
	a := analyze(t, `local c = ARGV[1] == 'x' and 'ZADD' or 'ZINCRBY' return redis.call(c, KEYS[3], 1, ARGV[2])`)
	if got := a.Footprint().Areas[0].Commands; !slices.Equal(got, []string{"ZADD", "ZINCRBY"}) {
		t.Errorf("got %v", got)
	}
}

// Whatever the script, the analysis ends and is sound enough to be printed.
func FuzzAnalyze(f *testing.F) {
	f.Add("local x = ARGV[1] while x do x = redis.call('GET', x .. x) end return x")
	f.Add("local function f(g) return g(g) end return f(f)")
	f.Add("for i = 1, 1e9 do for j = i, 1 / 0 do redis.call('DEL', KEYS[i * j % 3]) end end")
	f.Add("return setmetatable({}, {__index = function(t, k) return t[k] end}).x")
	f.Add("local t = {} t[t] = t return t")
	f.Add("KEYS[1] = ARGV; ARGV[1] = KEYS return KEYS[1][1]")
	f.Add("return redis.call(unpack({'MGET', unpack(KEYS)}))")
	f.Add("local a = 'x' for i = 1, 9 do a = a .. a .. ARGV[i] end redis.call(a, a, a)")
	f.Fuzz(func(t *testing.T, source string) {
		a := analyze(t, source)
		for _, e := range a.Events {
			if a.Pos(e.At).Line == 0 {
				t.Errorf("an event stands nowhere: %+v", e)
			}
		}
		a.Footprint()
	})
}
