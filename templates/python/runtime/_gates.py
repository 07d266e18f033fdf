"""The host gate: what may stand in a key or argument is checked before sending.

Every gate takes the name of a parameter, then what it admits, then the value;
it gives the value back, as text where it goes into a key, or raises `InputError`.
"""

import enum
import re

_BRANDED = re.compile(r"[A-Z]{3}[0-9A-Za-z]{11}")
# 2^63-1 in base62. Digits, capitals and small letters stand in this order in
# ASCII too, so comparing the text compares the numbers.
_LARGEST = "AzL8n0Y58m7"


class InputError(ValueError):
    """A value that cannot stand where it was given; nothing was sent.

    Attributes:
        name: The parameter that the value was given for.
        value: The value as given.
        expected: What the protocol wants there.
    """

    def __init__(self, name: str, value: object, expected: str) -> None:
        super().__init__(f"{name} {value!r:.200} is refused: expected {expected}")
        self.name = name
        self.value = value
        self.expected = expected


def is_branded(value: str) -> bool:
    """Tell whether a value has the shape of a branded id, whatever its brand."""
    return _BRANDED.fullmatch(value) is not None and value[3:] <= _LARGEST


def branded(name: str, value: str) -> str:
    """Admit branded ids of any brand."""
    if not isinstance(value, str) or not is_branded(value):
        expected = f"3 capital letters and 11 base62 digits of at most {_LARGEST}"
        raise InputError(name, value, expected)
    return value


def text(name: str, value: str) -> str:
    """Admit text that UTF-8 can carry."""
    if not isinstance(value, str):
        raise InputError(name, value, "a str")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InputError(name, value, "text that UTF-8 can carry") from None
    return value


def word(
    name: str,
    pattern: re.Pattern[str],
    shown: str,
    reserved: frozenset[str],
    value: str,
) -> str:
    """Admit text that matches the pattern, shown so, as a whole and is not reserved."""
    text(name, value)
    if pattern.fullmatch(value) is None:
        raise InputError(name, value, f"text that matches {shown}")
    if value in reserved:
        raise InputError(name, value, "another word, as this one is reserved")
    return value


def octets(name: str, value: bytes) -> bytes:
    """Admit any bytes."""
    if not isinstance(value, bytes):
        raise InputError(name, value, "bytes")
    return value


def integer(name: str, value: int) -> str:
    """Admit integers of 64 bits, which truth values are not."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(name, value, "an int")
    if not -(1 << 63) <= value < 1 << 63:
        raise InputError(name, value, "an int of 64 bits")
    return str(int(value))


def choice(name: str, kind: type[enum.Enum], value: enum.Enum) -> str:
    """Admit the members of an enum."""
    if not isinstance(value, kind):
        raise InputError(name, value, f"a member of {kind.__name__}")
    return str(value.value)
