// Emqgen generates typed SDKs for a Redis/Valkey protocol.
package main

import (
	"os"

	"github.com/echomq/emqgen/internal/cli"
)

func main() { os.Exit(cli.Main()) }
