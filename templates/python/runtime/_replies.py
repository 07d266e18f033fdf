"""Replies of scripts, from the bytes of the wire to the types of Python.

A decoder takes a reply and gives the value it stands for, or raises `Mismatch`.
"""

import datetime
import enum
import math
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from . import _gates
from ._errors import DeclaredError

T = TypeVar("T")
K = TypeVar("K")
E = TypeVar("E", bound=enum.Enum)

Decoder: TypeAlias = Callable[[Any], T]

# As the engines themselves read integers: no plus, no leading zero, no blank.
_INTEGER = re.compile(rb"0|-?[1-9][0-9]*")
_NUMBER = re.compile(rb"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?inf")
_UNIX_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)

_UNSAID = object()


class Mismatch(Exception):
    """A reply that a decoder cannot read; whoever knows the source names it."""

    def __init__(self, found: object, expected: str) -> None:
        super().__init__(found, expected)
        self.found = found
        self.expected = expected


def octets(reply: Any) -> bytes:
    """Read bytes as they are."""
    if not isinstance(reply, bytes):
        raise Mismatch(reply, "bytes")
    return reply


def text(reply: Any) -> str:
    """Read UTF-8 text, or the text of a status line."""
    try:
        return octets(reply).decode()
    except UnicodeDecodeError:
        raise Mismatch(reply, "UTF-8 text") from None


def branded(reply: Any) -> str:
    """Read a branded id."""
    value = text(reply)
    if not _gates.is_branded(value):
        raise Mismatch(reply, "a branded id")
    return value


def integer(reply: Any) -> int:
    """Read an integer of 64 bits, itself or as text."""
    if isinstance(reply, bytes) and _INTEGER.fullmatch(reply):
        reply = int(reply)
    if not isinstance(reply, int) or not -(1 << 63) <= reply < 1 << 63:
        raise Mismatch(reply, "an integer of 64 bits")
    return int(reply)


def count(reply: Any) -> int:
    """Read an integer that is never negative."""
    value = integer(reply)
    if value < 0:
        raise Mismatch(reply, "an integer of at least 0")
    return value


def milliseconds(reply: Any) -> datetime.timedelta:
    """Read a length of time in milliseconds."""
    try:
        return datetime.timedelta(milliseconds=integer(reply))
    except OverflowError:
        raise Mismatch(reply, "milliseconds that a timedelta can hold") from None


def unix_ms(reply: Any) -> datetime.datetime:
    """Read an instant in milliseconds since 1970."""
    try:
        return _UNIX_EPOCH + milliseconds(reply)
    except OverflowError:
        raise Mismatch(reply, "an instant that a datetime can hold") from None


def number(reply: Any) -> float:
    """Read a float, itself or as text."""
    if isinstance(reply, bytes) and _NUMBER.fullmatch(reply):
        reply = float(reply)
    if not isinstance(reply, int | float) or math.isnan(reply):
        raise Mismatch(reply, "a number")
    return float(reply)


def flag(reply: Any) -> bool:
    """Read a bool: 1 or 0, itself or as text, or a boolean of RESP3."""
    if reply not in (1, b"1", 0, b"0"):
        raise Mismatch(reply, "1 or 0")
    return reply in (1, b"1")


def choice(kind: type[E]) -> Decoder[E]:
    """Read a member of an enum."""

    def decode(reply: Any) -> E:
        try:
            return kind(text(reply))
        except ValueError:
            wanted = ", ".join(str(member.value) for member in kind)
            raise Mismatch(reply, f"one of {wanted}") from None

    return decode


def typed(make: Callable[[K], T], decode: Decoder[K]) -> Decoder[T]:
    """Read a value that has a type of its own."""
    return lambda reply: make(decode(reply))


def optional(decode: Decoder[T]) -> Decoder[T | None]:
    """Read a value that may be null."""
    return lambda reply: None if reply is None else decode(reply)


def listed(decode: Decoder[T]) -> Decoder[list[T]]:
    """Read an array whose elements are all alike."""

    def decode_list(reply: Any) -> list[T]:
        if not isinstance(reply, list):
            raise Mismatch(reply, "an array")
        return [decode(element) for element in reply]

    return decode_list


def mapped(decode_key: Decoder[K], decode: Decoder[T]) -> Decoder[dict[K, T]]:
    """Read pairs: a map of RESP3, or the flat array that it is in RESP2."""

    def decode_map(reply: Any) -> dict[K, T]:
        values: dict[K, T] = {}
        for key, value in pairs(reply):
            name = decode_key(key)
            if name in values:
                raise Mismatch(reply, f"each key once, not {name!r} twice")
            values[name] = decode(value)
        return values

    return decode_map


def pairs(reply: Any) -> list[tuple[Any, Any]]:
    """Read pairs without decoding what they hold."""
    if isinstance(reply, dict):
        return list(reply.items())
    if not isinstance(reply, list) or len(reply) % 2:
        raise Mismatch(reply, "an array of pairs")
    flat = iter(reply)
    return list(zip(flat, flat, strict=True))


def record(make: Callable[..., T], /, **members: Decoder[Any]) -> Decoder[T]:
    """Read an array of members, each with a name and a form of its own."""

    def decode(reply: Any) -> T:
        if not isinstance(reply, list):
            raise Mismatch(reply, "an array")
        # A null at the end of a Lua table is not sent.
        missing = len(members) - len(reply)
        if missing < 0:
            raise Mismatch(reply, f"an array of {len(members)}")
        values = reply + [None] * missing
        return make(
            **{
                name: read(value)
                for (name, read), value in zip(members.items(), values, strict=True)
            }
        )

    return decode


def is_nothing(reply: Any) -> bool:
    """Tell whether a reply is a null, false or empty."""
    return reply is None or reply is False or reply in ([], {})


def raw(reply: Any) -> object:
    """Hand a reply on as it came."""
    return reply


def answer(
    verdicts: Mapping[int | bytes, object] | None = None,
    *,
    value: Decoder[Any] | None = None,
    none: object = _UNSAID,
) -> Decoder[Any]:
    """Read a reply that is nothing, a verdict or a value, tried in this order.

    Args:
        verdicts: What each fixed reply stands for: a value, or the class of the
            error that it is.
        value: Reads what is none of the verdicts.
        none: What a null, false or empty array stands for, where it may come.
    """
    known = verdicts or {}

    def decode(reply: Any) -> Any:
        if none is not _UNSAID and is_nothing(reply):
            return _deliver(none, reply)
        if isinstance(reply, int | bytes) and reply in known:
            return _deliver(known[reply], reply)
        if value is not None:
            return value(reply)
        raise Mismatch(reply, "one of " + ", ".join(str(match) for match in known))

    return decode


def _deliver(outcome: Any, reply: Any) -> Any:
    if isinstance(outcome, type) and issubclass(outcome, DeclaredError):
        raise outcome(f"answered {reply!r}")
    return outcome
