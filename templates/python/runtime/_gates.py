"""The host gate: what may stand in a key is checked before anything is sent."""

import enum
import re
from collections.abc import Callable

from ._errors import GateError

_BRANDED = re.compile(r"[A-Z]{3}[0-9A-Za-z]{11}")
# 2^63-1 in base62. Digits, capitals and small letters stand in this order in
# ASCII too, so comparing the text compares the numbers.
_LARGEST = "AzL8n0Y58m7"

_INT64 = range(-(1 << 63), 1 << 63)


def is_branded(value: str) -> bool:
    """Tell whether a value has the shape of a branded id, whatever its brand."""
    return _BRANDED.fullmatch(value) is not None and value[3:] <= _LARGEST


def branded(name: str) -> Callable[[str], str]:
    """Admit branded ids of any brand."""

    def gate(value: str) -> str:
        if not isinstance(value, str) or not is_branded(value):
            expected = "3 capital letters and 11 base62 digits of at most " + _LARGEST
            raise GateError(name, value, expected)
        return value

    return gate


def text(name: str, pattern: str = "", refused: tuple[str, ...] = ()) -> Callable[[str], str]:
    """Admit text that matches the pattern as a whole and is not refused."""
    compiled = re.compile(pattern) if pattern else None

    def gate(value: str) -> str:
        if not isinstance(value, str):
            raise GateError(name, value, "a str")
        if compiled is not None and compiled.fullmatch(value) is None:
            raise GateError(name, value, f"text that matches {pattern}")
        if value in refused:
            raise GateError(name, value, "another word: this one is reserved")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise GateError(name, value, "text that UTF-8 can carry") from None
        return value

    return gate


def octets(name: str) -> Callable[[bytes], bytes]:
    """Admit any bytes."""

    def gate(value: bytes) -> bytes:
        if not isinstance(value, bytes):
            raise GateError(name, value, "bytes")
        return value

    return gate


def integer(name: str) -> Callable[[int], str]:
    """Admit integers of 64 bits."""

    def gate(value: int) -> str:
        if not isinstance(value, int) or isinstance(value, bool) or value not in _INT64:
            raise GateError(name, value, "an int of 64 bits")
        return str(value)

    return gate


def choice(name: str, kind: type[enum.Enum]) -> Callable[[enum.Enum], str]:
    """Admit the members of an enum."""

    def gate(value: enum.Enum) -> str:
        if not isinstance(value, kind):
            raise GateError(name, value, f"a member of {kind.__name__}")
        return str(value.value)

    return gate
