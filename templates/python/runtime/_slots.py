"""The cluster slot of a key."""

import binascii


def slot(key: str | bytes) -> int:
    """Give the hash slot (0 to 16383) that a key lives in on a cluster.

    Args:
        key: The whole key. What stands between the first `{` and the next `}`
            decides alone, unless there is nothing in between.
    """
    name = key.encode() if isinstance(key, str) else key
    start = name.find(b"{")
    if start >= 0:
        end = name.find(b"}", start + 1)
        if end > start + 1:
            name = name[start + 1 : end]
    # crc_hqx is CRC-CCITT with the polynomial and start of XMODEM.
    return binascii.crc_hqx(name, 0) % 16384
