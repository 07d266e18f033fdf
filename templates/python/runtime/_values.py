"""Arguments of scripts, from the types of Python to the bytes of the wire.

Every encoder takes the name of an argument and its value, and raises `InputError`
for a value that the argument cannot carry.
"""

import datetime
import decimal
import enum
import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from . import _gates
from ._errors import InputError

T = TypeVar("T")

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
    return integer(name, -(-value // _MILLISECOND))


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


def choice(name: str, value: enum.Enum) -> bytes:
    """Encode a member of an enum."""
    if not isinstance(value, enum.Enum):
        raise InputError(name, value, "a member of its enum")
    return str(value.value).encode()


def maybe(
    encode: Callable[[str, T], bytes], name: str, value: T | None
) -> bytes | None:
    """Encode a value that may be absent."""
    return None if value is None else encode(name, value)


def several(name: str, values: Sequence[T]) -> Sequence[T]:
    """Admit any number of values."""
    if not isinstance(values, Sequence) or isinstance(values, str | bytes):
        raise InputError(name, values, "a list")
    return values


def some(name: str, values: Sequence[T]) -> Sequence[T]:
    """Admit one value or more."""
    if not several(name, values):
        raise InputError(name, values, "one element at least")
    return values


def alike(**lists: Sequence[object]) -> None:
    """Refuse lists of different lengths where their elements belong together."""
    first, *others = lists
    for other in others:
        if len(lists[other]) != len(lists[first]):
            expected = f"as many elements as {first} has, {len(lists[first])}"
            raise InputError(other, lists[other], expected)


def trailing(**values: T | None) -> list[T]:
    """Drop what is absent at the end, and refuse a gap before it."""
    given = [value for value in values.values() if value is not None]
    for name, value in list(values.items())[: len(given)]:
        if value is None:
            raise InputError(name, None, "a value, as one after it is given")
    return given
