package protocol

// IsReserved reports whether the first word of an error is one that the engines,
// their cluster or their sentinels issue and clients act on, so that no class may
// be called so.
func IsReserved(class string) bool { return reserved[class] }
