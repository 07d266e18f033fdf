"""Arguments of scripts, from the types of Python to the bytes of the wire.

Every encoder takes the name of an argument and its value, and raises `InputError`
for a value that the argument cannot carry.
"""

import dataclasses
import datetime
import decimal
import enum
import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from . import _gates
from ._gates import InputError

K = TypeVar("K")

_MILLISECOND = datetime.timedelta(milliseconds=1)
_UNIX_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def text(name: str, value: str) -> bytes:
    """Encode text as UTF-8."""
    return _gates.text(name, value).encode()


def octets(name: str, value: bytes) -> bytes:
    """Pass bytes on as they are."""
    return _gates.octets(name, value)


def branded(name: str, value: str) -> bytes:
    """Encode a branded id."""
    return _gates.branded(name, value).encode()


def integer(name: str, value: int) -> bytes:
    """Encode an integer of 64 bits in decimal."""
    return _gates.integer(name, value).encode()


def milliseconds(name: str, value: datetime.timedelta) -> bytes:
    """Encode a length of time in milliseconds.

    It is rounded up, so that a short lease never becomes none and a delay is
    never cut short.
    """
    if not isinstance(value, datetime.timedelta):
        raise InputError(name, value, "a timedelta")
    whole, rest = divmod(value, _MILLISECOND)
    return integer(name, whole + bool(rest))


def unix_ms(name: str, value: datetime.datetime) -> bytes:
    """Encode an instant in milliseconds since 1970; what is finer is dropped."""
    if not isinstance(value, datetime.datetime) or value.utcoffset() is None:
        raise InputError(name, value, "a datetime with a time zone")
    return integer(name, (value - _UNIX_EPOCH) // _MILLISECOND)


def number(name: str, value: float) -> bytes:
    """Encode a float in the shortest decimal that reads back as the same float."""
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(name, value, "a finite number")
    shortest = repr(float(value)).removesuffix(".0")
    if "e" in shortest and 1e-6 <= abs(value) < 1e21:
        # Python turns to exponents earlier than the other languages do.
        shortest = f"{decimal.Decimal(shortest):f}"
    return shortest.encode()


def flag(name: str, value: bool) -> bytes:
    """Encode a bool as 1 or 0."""
    if not isinstance(value, bool):
        raise InputError(name, value, "a bool")
    return b"1" if value else b"0"


def choice(name: str, kind: type[enum.Enum], value: enum.Enum) -> bytes:
    """Encode a member of an enum."""
    return _gates.choice(name, kind, value).encode()


def maybe(
    encode: Callable[..., bytes], name: str, *value: object
) -> list[bytes] | None:
    """Encode a value that may be absent; it comes last, after what the encoder wants."""
    return None if value[-1] is None else [encode(name, *value)]


def each(encode: Callable[..., bytes], name: str, *values: Any) -> list[bytes]:
    """Encode one value or more; they come last, after what the encoder wants."""
    encoded = each_any(encode, name, *values)
    if not encoded:
        raise InputError(name, values[-1], "one element at least")
    return encoded


def each_any(encode: Callable[..., bytes], name: str, *values: Any) -> list[bytes]:
    """Encode any number of values."""
    *wanted, elements = values
    return [encode(name, *wanted, element) for element in _sequence(name, elements)]


@dataclasses.dataclass(frozen=True, slots=True)
class Each:
    """The hole of a variadic key that is another for each key."""

    name: str
    values: Sequence[Any]


@dataclasses.dataclass(frozen=True, slots=True)
class Maybe:
    """The hole of an optional key that is absent when the key is."""

    name: str
    value: Any


def spread(build: Callable[..., K], *holes: Any) -> list[K]:
    """Build one key or more."""
    keys = spread_any(build, *holes)
    if not keys:
        name = next(hole.name for hole in holes if isinstance(hole, Each))
        raise InputError(name, (), "one element at least")
    return keys


def spread_any(build: Callable[..., K], *holes: Any) -> list[K]:
    """Build any number of keys."""
    lists = [hole for hole in holes if isinstance(hole, Each)]
    size = len(_sequence(lists[0].name, lists[0].values))
    for other in lists[1:]:
        if len(_sequence(other.name, other.values)) != size:
            expected = f"as many elements as {lists[0].name} has, {size}"
            raise InputError(other.name, other.values, expected)
    return [
        build(*(hole.values[i] if isinstance(hole, Each) else hole for hole in holes))
        for i in range(size)
    ]


def given(build: Callable[..., K], *holes: Any) -> list[K] | None:
    """Build a key, unless its holes are absent."""
    own = [hole for hole in holes if isinstance(hole, Maybe)]
    absent = [hole for hole in own if hole.value is None]
    if len(absent) == len(own):
        return None
    if absent:
        raise InputError(absent[0].name, None, "a value, as the same key has others")
    return [build(*(hole.value if isinstance(hole, Maybe) else hole for hole in holes))]


def flagged(flag: bool, build: Callable[..., K], *holes: Any) -> list[K] | None:
    """Build a key if the caller says so."""
    return [build(*holes)] if flag else None


def trailing(**lists: Sequence[K] | None) -> list[K]:
    """Join what may be absent at the end, and refuse a gap before what is given."""
    joined: list[K] = []
    gap = ""
    for name, values in lists.items():
        if not values:
            gap = gap or name
        elif gap:
            raise InputError(gap, None, f"a value, as {name} is given")
        else:
            joined.extend(values)
    return joined


def _sequence(name: str, values: Sequence[Any]) -> Sequence[Any]:
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        raise InputError(name, values, "a list")
    return values
