package runtime

import "errors"

// This file stands in for what the spec decides: the emitter writes these names
// from the protocol at hand and leaves this file behind.

// ErrKind is a declared class of the stand-in protocol.
var ErrKind = errors.New("kind")

var classes = map[string]error{"EMQKIND": ErrKind}

const (
	epochMillis = 1704067200000
	timeBits    = 41
	nodeBits    = 10
	seqBits     = 12
)

const (
	fenceKey = "{emq}:version"
	// Wire is what the version fence claims.
	Wire = "echomq:2.0.0"
)
