package runtime

import "strings"

// slots is the number of hash slots of a cluster.
const slots = 16384

// Slot gives the cluster hash slot of a key, 0 to 16383: CRC16-XMODEM of the
// text between the first '{' and the next '}', or of the whole key when there
// are no braces or nothing between them.
func Slot(key string) int {
	if open := strings.IndexByte(key, '{'); open >= 0 {
		if size := strings.IndexByte(key[open+1:], '}'); size > 0 {
			key = key[open+1 : open+1+size]
		}
	}
	var crc uint16
	for i := range len(key) {
		crc ^= uint16(key[i]) << 8
		for range 8 {
			if crc&0x8000 != 0 {
				crc = crc<<1 ^ 0x1021
			} else {
				crc <<= 1
			}
		}
	}
	return int(crc % slots)
}
