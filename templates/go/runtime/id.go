package runtime

import (
	"fmt"
	"strings"
	"time"
)

// ID is a branded id: a brand of three upper-case letters and eleven base62
// digits that hold a snowflake, 14 bytes in all. Within a brand, the order of
// the bytes is the order of minting. An ID of unknown origin is not known to be
// well formed before CheckID, DecodeID or a key builder has admitted it.
type ID string

// IDParts is what an ID says.
type IDParts struct {
	Brand     string    // three upper-case letters
	Snowflake int64     // time, node and sequence in one number
	Time      time.Time // of minting, to the millisecond, UTC
	Node      int       // where it was minted
	Sequence  int       // which one of its millisecond and node
}

const (
	brandLen   = 3
	payloadLen = 11
	digits     = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

	// maxPayload is 2^63-1; digits are in byte order, so text compares as numbers do.
	maxPayload = "AzL8n0Y58m7"
)

// CheckID returns nil when the text has the shape of an ID, whatever its brand,
// and an *InputError otherwise.
func CheckID(id ID) error { return checkID("id", id) }

// DecodeID takes an ID apart, or returns an *InputError that says what is wrong
// with it.
func DecodeID(id ID) (IDParts, error) {
	if err := CheckID(id); err != nil {
		return IDParts{}, err
	}
	var snowflake int64
	for i := brandLen; i < len(id); i++ {
		snowflake = snowflake*int64(len(digits)) + int64(strings.IndexByte(digits, id[i]))
	}
	return IDParts{
		Brand:     string(id[:brandLen]),
		Snowflake: snowflake,
		Time:      time.UnixMilli(epochMillis + snowflake>>(nodeBits+seqBits)).UTC(),
		Node:      int(snowflake >> seqBits & (1<<nodeBits - 1)),
		Sequence:  int(snowflake & (1<<seqBits - 1)),
	}, nil
}

// EncodeID puts a brand and a snowflake together, or returns an *InputError when
// the brand is not three upper-case letters or the snowflake is negative.
func EncodeID(brand string, snowflake int64) (ID, error) {
	if !isBrand(brand) {
		return "", refuse("brand", brand, "is not three upper-case ASCII letters")
	}
	if snowflake < 0 {
		return "", refuse("snowflake", snowflake, "is negative")
	}
	id := [brandLen + payloadLen]byte([]byte(brand + "00000000000"))
	for i := len(id) - 1; snowflake > 0; i-- {
		id[i] = digits[snowflake%int64(len(digits))]
		snowflake /= int64(len(digits))
	}
	return ID(id[:]), nil
}

func isBrand(brand string) bool {
	return len(brand) == brandLen && strings.Trim(brand, digits[10:36]) == ""
}

// checkID is the host gate: it admits the shape and leaves the brand to the
// script.
func checkID(name string, id ID) error {
	text := string(id)
	switch {
	case len(text) != brandLen+payloadLen:
		return refuse(name, text, "is %d bytes long, a branded id has %d", len(text), brandLen+payloadLen)
	case !isBrand(text[:brandLen]):
		return refuse(name, text, "does not begin with three upper-case ASCII letters")
	case strings.Trim(text[brandLen:], digits) != "":
		return refuse(name, text, "has a byte in its last %d that is no base62 digit", payloadLen)
	case text[brandLen:] > maxPayload:
		return refuse(name, text, "is larger than %s, the largest snowflake", text[:brandLen]+maxPayload)
	}
	return nil
}

// wireID is a branded id, as it is.
type wireID[T ~string] struct{}

// Encode refuses what has not the shape of an ID.
func (wireID[T]) Encode(name string, value T) (any, error) {
	return string(value), checkID(name, ID(value))
}

// Decode takes a string reply of that shape.
func (wireID[T]) Decode(reply any) (T, error) {
	text, ok := reply.(string)
	if !ok {
		return "", expected("a branded id", reply)
	}
	if err := checkID("reply", ID(text)); err != nil {
		return "", fmt.Errorf("%s is not a branded id", quoted(text))
	}
	return T(text), nil
}
