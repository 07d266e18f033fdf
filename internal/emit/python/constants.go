package python

import (
	"fmt"

	"github.com/echomq/emqgen/internal/protocol"
)

type idsView struct {
	Head        string
	IDs         *protocol.IDs
	Brands      []string
	LargestNode int
}

func (n *names) idsModule() view {
	f := n.file()
	f.own("_ids")
	f.abstract("Callable")
	ids := n.p.IDs
	v := idsView{IDs: ids, LargestNode: 1<<ids.NodeBits - 1}
	if len(ids.Brands) > 0 {
		f.use("enum")
	}
	for _, brand := range ids.Brands {
		if brand.Doc != "" {
			v.Brands = append(v.Brands, comment(4, brand.Doc))
		}
		v.Brands = append(v.Brands, fmt.Sprintf("    %s = %q", n.brands[brand], brand.Name))
	}
	v.Head = f.head("Branded ids: mint, encode, decode and check them.")
	return view{n.in("ids.py"), "ids.py", v}
}

type fenceView struct{ Head, Key, Wire string }

func (n *names) fenceModule() view {
	f := n.file()
	f.own("_fence")
	f.abstract("Awaitable")
	f.abstract("Callable")
	v := fenceView{Key: quote(n.p.Fence.At.String()), Wire: quote(n.p.Wire)}
	v.Head = f.head(
		"The version fence: keeps this package off servers that speak another wire.",
		"Hang `on_connect` on every connect and reconnect with the client's\n`redis_connect_func`, or call `check` once.",
	)
	return view{n.in("fence.py"), "fence.py", v}
}
