package command

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is an engine's version; the zero Version is no version.
type Version [3]int

// ParseVersion reads major[.minor[.patch]].
func ParseVersion(text string) (Version, error) {
	var v Version
	parts := strings.Split(text, ".")
	if len(parts) > len(v) {
		return Version{}, fmt.Errorf("%q is no version: major.minor.patch is expected", text)
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return Version{}, fmt.Errorf("%q is no version: major.minor.patch is expected", text)
		}
		v[i] = n
	}
	return v, nil
}

// Less orders versions.
func (v Version) Less(w Version) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] < w[i]
		}
	}
	return false
}

// Known reports whether there is a version at all.
func (v Version) Known() bool { return v != Version{} }

// String leaves out a patch of zero.
func (v Version) String() string {
	if v[2] == 0 {
		return fmt.Sprintf("%d.%d", v[0], v[1])
	}
	return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2])
}
