// Gen asks a running server for its commands and writes the table that
// package command embeds:
//
//	go run ./internal/lua/command/gen 127.0.0.1:6379 > internal/lua/command/redis.tsv
//
// A line is a command, or a subcommand as parent|child, with tabs between:
//
//	name  since  group  arity  flags  key specs  later arguments
//
// A key spec is flags@search@find, as COMMAND INFO names them; a later argument
// is a token that came after its command, with the version, or + for one more
// argument than the command once took.
package main

import (
	"context"
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/redis/go-redis/v9"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: gen host:port")
	}
	table, err := read(context.Background(), os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(table)
}

func read(ctx context.Context, addr string) (string, error) {
	client := redis.NewClient(&redis.Options{Addr: addr})
	defer client.Close()
	info, err := client.Info(ctx, "server").Result()
	if err != nil {
		return "", err
	}
	commands, err := client.Do(ctx, "COMMAND").Slice()
	if err != nil {
		return "", err
	}
	docs, err := client.Do(ctx, "COMMAND", "DOCS").Result()
	if err != nil {
		return "", err
	}
	rows := map[string]string{}
	for _, c := range commands {
		addRows(rows, c.([]any), dict(docs))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Source: COMMAND and COMMAND DOCS of %s, read by internal/lua/command/gen.\n", engine(info))
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		b.WriteString(rows[name] + "\n")
	}
	return b.String(), nil
}

// engine names the server that INFO describes.
func engine(info string) string {
	fields := map[string]string{}
	for line := range strings.Lines(info) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		fields[key] = value
	}
	if version := fields["valkey_version"]; version != "" {
		return "Valkey " + version
	}
	return "Redis " + fields["redis_version"]
}

func addRows(rows map[string]string, info []any, docs map[string]any) {
	name := info[0].(string)
	doc := dict(docs[name])
	var flags []string
	for _, f := range list(info[2]) {
		flags = append(flags, fmt.Sprint(f))
	}
	slices.Sort(flags)
	var keys []string
	for _, spec := range list(info[8]) {
		keys = append(keys, keySpec(dict(spec)))
	}
	since := fmt.Sprint(doc["since"])
	rows[name] = strings.Join([]string{
		name, since, fmt.Sprint(doc["group"]), fmt.Sprint(info[1]),
		strings.Join(flags, ","), strings.Join(keys, " "), strings.Join(later(list(doc["arguments"]), since), " "),
	}, "\t")
	for _, sub := range list(info[9]) {
		addRows(rows, sub.([]any), dict(doc["subcommands"]))
	}
}

func keySpec(spec map[string]any) string {
	var flags []string
	for _, f := range list(spec["flags"]) {
		flags = append(flags, fmt.Sprint(f))
	}
	begin, find := dict(spec["begin_search"]), dict(spec["find_keys"])
	return strings.Join(flags, ",") +
		"@" + step(begin, "index", "keyword", "startfrom") +
		"@" + step(find, "lastkey", "keystep", "limit", "keynumidx", "firstkey")
}

// step writes the type of a search and, of its numbers and words, those it has.
func step(s map[string]any, members ...string) string {
	text := fmt.Sprint(s["type"])
	spec := dict(s["spec"])
	if text == "keynum" {
		members = []string{"keynumidx", "firstkey", "keystep"}
	}
	for _, m := range members {
		if value, ok := spec[m]; ok {
			text += fmt.Sprintf(":%v", value)
		}
	}
	return text
}

// later lists what the arguments gained after the command itself came. The words
// of a choice or a block that came later came with it.
func later(arguments []any, since string) []string {
	var found []string
	for _, a := range arguments {
		arg := dict(a)
		came, dated := arg["since"].(string)
		if !dated {
			came = since
		}
		token, worded := arg["token"].(string)
		inner := list(arg["arguments"])
		if dated && came != since {
			switch {
			case worded:
				found = append(found, token+"="+came)
			case len(inner) == 0:
				found = append(found, "+="+came)
			}
			found = append(found, words(inner, came)...)
		}
		found = append(found, later(inner, came)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func words(arguments []any, came string) []string {
	var found []string
	for _, a := range arguments {
		if token, ok := dict(a)["token"].(string); ok {
			found = append(found, token+"="+came)
		}
	}
	return found
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

// dict reads a map reply, which older protocols write as a flat array.
func dict(v any) map[string]any {
	d := map[string]any{}
	switch v := v.(type) {
	case map[any]any:
		for key, value := range v {
			d[fmt.Sprint(key)] = value
		}
	case []any:
		for i := 0; i+1 < len(v); i += 2 {
			d[fmt.Sprint(v[i])] = v[i+1]
		}
	}
	return d
}
