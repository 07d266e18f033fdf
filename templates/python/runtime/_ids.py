"""Branded ids: three capital letters and a snowflake in eleven base62 digits."""

import dataclasses
import datetime
import threading
import time
from collections.abc import Callable

from . import _gates
from ._gates import InputError

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_DIGITS = {digit: number for number, digit in enumerate(_ALPHABET)}
_UNIX_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


@dataclasses.dataclass(frozen=True, slots=True)
class DecodedId:
    """The parts of a branded id.

    Attributes:
        brand: The three letters that say what the id names.
        snowflake: The whole number, 63 bits.
        unix_ms: When the id was minted, in milliseconds since 1970.
        node: The minter that made it.
        sequence: Its number within the millisecond.
    """

    brand: str
    snowflake: int
    unix_ms: int
    node: int
    sequence: int

    @property
    def time(self) -> datetime.datetime:
        """When the id was minted, in UTC.

        Raises:
            OverflowError: If `datetime` cannot hold an instant so late.
        """
        return _UNIX_EPOCH + datetime.timedelta(milliseconds=self.unix_ms)


@dataclasses.dataclass(frozen=True, slots=True)
class Layout:
    """How a protocol packs time, node and sequence into a snowflake.

    Attributes:
        epoch_ms: Millisecond 0 of the time bits, counted from 1970.
        time_bits: Bits for the time.
        node_bits: Bits for the node.
        sequence_bits: Bits for the sequence.
    """

    epoch_ms: int
    time_bits: int
    node_bits: int
    sequence_bits: int

    def encode(self, brand: str, snowflake: int) -> str:
        """Write a snowflake as a branded id.

        Args:
            brand: Three capital letters.
            snowflake: 0 to 2^63-1.

        Raises:
            InputError: If either is not what it should be.
        """
        if not 0 <= snowflake < 1 << 63:
            raise InputError("snowflake", snowflake, "0 to 2^63-1")
        digits = []
        rest = snowflake
        for _ in range(11):
            rest, digit = divmod(rest, 62)
            digits.append(_ALPHABET[digit])
        written = brand + "".join(reversed(digits))
        if not _gates.is_branded(written):
            raise InputError("brand", brand, "3 capital letters")
        return written

    def decode(self, id: str) -> DecodedId:
        """Read the parts of a branded id.

        Raises:
            InputError: If the value is no branded id.
        """
        _gates.branded("id", id)
        snowflake = 0
        for digit in id[3:]:
            snowflake = snowflake * 62 + _DIGITS[digit]
        ticks = snowflake >> self.node_bits + self.sequence_bits
        return DecodedId(
            brand=id[:3],
            snowflake=snowflake,
            unix_ms=ticks + self.epoch_ms,
            node=snowflake >> self.sequence_bits & (1 << self.node_bits) - 1,
            sequence=snowflake & (1 << self.sequence_bits) - 1,
        )

    def check(self, id: str) -> bool:
        """Tell whether a value has the shape of a branded id, whatever its brand."""
        return isinstance(id, str) and _gates.is_branded(id)


def system_clock() -> int:
    """Give the milliseconds since 1970 on the clock of this machine."""
    return time.time_ns() // 1_000_000


class Minter:
    """Mints ids that never repeat and never run backwards.

    One minter serves all threads of a process; every process that mints at the
    same time needs a node of its own.
    """

    def __init__(
        self, layout: Layout, node: int = 0, clock: Callable[[], int] = system_clock
    ) -> None:
        if not 0 <= node < 1 << layout.node_bits:
            raise InputError("node", node, f"0 to {(1 << layout.node_bits) - 1}")
        self._layout = layout
        self._node = node
        self._clock = clock
        self._lock = threading.Lock()
        # Time and sequence as one number: the next one is always larger, so a used
        # up sequence carries into the time and a clock set back is counted past.
        self._last = -1

    def mint(self, brand: str) -> str:
        """Mint the next id of a brand.

        Raises:
            InputError: If the brand is not three capital letters.
            OverflowError: If the time is before the epoch or its bits are used up.
        """
        layout = self._layout
        with self._lock:
            ticks = self._clock() - layout.epoch_ms
            if ticks < 0 and self._last < 0:
                raise OverflowError("the clock stands before the epoch of the ids")
            count = max(ticks << layout.sequence_bits, self._last + 1)
            ticks, sequence = divmod(count, 1 << layout.sequence_bits)
            if ticks >> layout.time_bits:
                raise OverflowError(f"time needs more than {layout.time_bits} bits")
            written = layout.encode(
                brand,
                ticks << layout.node_bits + layout.sequence_bits
                | self._node << layout.sequence_bits
                | sequence,
            )
            self._last = count
        return written
