package runtime

import "strconv"

// integer reads a signed 64-bit integer, sent as a number or as decimal text.
func integer(reply any) (int64, error) {
	switch v := reply.(type) {
	case int64:
		return v, nil
	case string:
		if n, err := strconv.ParseInt(v, 10, 64); err == nil {
			return n, nil
		}
	}
	return 0, expected("a decimal integer of 64 bits", reply)
}
