package runtime

import "testing"

func TestSlot(t *testing.T) {
	for key, want := range map[string]int{
		"123456789":            12739,
		"emq:{orders}:pending": 105,
		"{emq}:version":        9051,
		"emq:{}:pending":       7387, // nothing between the braces: the whole key
		"emq:{}:active":        5857,
		"a{orders}b{other}c":   105,
		"orders":               105,
		"{orders":              Slot("{orders"),
		"":                     0,
	} {
		if got := Slot(key); got != want {
			t.Errorf("Slot(%q) = %d, want %d", key, got, want)
		}
	}
	if Slot("{orders") == Slot("orders") {
		t.Error("a brace that nothing closes is part of the key")
	}
}
