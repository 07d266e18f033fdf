"""Rows: hashes whose fields the protocol declares."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from . import _replies, _steps
from ._errors import RecordError, ReplyError
from ._replies import Decoder, Mismatch
from ._steps import Command, Steps

T = TypeVar("T")


class Row:
    """The fields of one hash, read one by one."""

    __slots__ = ("_fields", "_key")

    def __init__(self, key: str, fields: Mapping[Any, Any]) -> None:
        self._key = key
        self._fields = fields

    def get(self, field: bytes, decode: Decoder[T]) -> T:
        """Read a field that every row has.

        Raises:
            RecordError: If the field is missing or malformed.
        """
        if field not in self._fields:
            raise RecordError(self._key, _name(field), None, "the field to be there")
        found = self._fields[field]
        try:
            return decode(found)
        except Mismatch as mismatch:
            raise RecordError(
                self._key, _name(field), found, mismatch.expected
            ) from None

    def find(self, field: bytes, decode: Decoder[T]) -> T | None:
        """Read a field that a row may have.

        Raises:
            RecordError: If the field is malformed.
        """
        return self.get(field, decode) if field in self._fields else None


def read(key: str | bytes, parse: Callable[[Row], T]) -> Steps[T | None]:
    """Fetch a whole row; there is None without one."""
    address = key.encode() if isinstance(key, str) else key
    name = address.decode(errors="backslashreplace")
    [answer] = yield [Command([b"HGETALL", address], address)]
    reply = _steps.value(answer)
    try:
        fields = dict(_replies.pairs(reply))
    except Mismatch as mismatch:
        raise ReplyError(name, mismatch.found, mismatch.expected) from None
    return parse(Row(name, fields)) if fields else None


def _name(field: bytes) -> str:
    return field.decode(errors="backslashreplace")
