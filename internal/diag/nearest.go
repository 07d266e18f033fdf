package diag

import "strings"

// Nearest finds the candidate a mistyped word most likely meant: the one with
// the fewest insertions, deletions, substitutions and swaps of neighbours, as
// long as those are few for the length of the word, or else the first that goes
// on where the word ends, or ends where the word goes on. It returns "" when none
// is near; of equally near candidates the first wins.
func Nearest(word string, candidates []string) string {
	limit := max(1, len(word)/3)
	nearest, least := "", limit+1
	for _, c := range candidates {
		if d := len(c) - len(word); d > limit || -d > limit {
			continue
		}
		if d := distance(word, c); d < least {
			nearest, least = c, d
		}
	}
	for _, c := range candidates {
		const enough = 3
		if nearest == "" && min(len(c), len(word)) >= enough && (strings.HasPrefix(c, word) || strings.HasPrefix(word, c)) {
			return c
		}
	}
	return nearest
}

// distance is the restricted Damerau-Levenshtein distance in bytes.
func distance(a, b string) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
