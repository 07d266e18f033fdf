import enum
import re
from typing import Any

import pytest

from runtime import _gates
from runtime._gates import InputError

QUEUE = re.compile(r"[A-Za-z0-9._-]{1,128}")
SHOWN = r"[\w.-]{1,128}"


class Colour(enum.Enum):
    RED = "red"


class Other(enum.Enum):
    RED = "red"


@pytest.mark.parametrize("value", ["q", "A.b_c-9", "emq2", "x" * 128])
def test_word_admits(value: str) -> None:
    assert _gates.word("queue", QUEUE, SHOWN, frozenset({"emq"}), value) == value


@pytest.mark.parametrize(
    "value",
    ["", "emq", "a b", "a\n", "\na", "{", "}", "é", "ａ", "x" * 129, b"q", None, 1],
)
def test_word_refuses(value: Any) -> None:
    with pytest.raises(InputError) as caught:
        _gates.word("queue", QUEUE, SHOWN, frozenset({"emq"}), value)
    assert isinstance(caught.value, ValueError)
    assert (caught.value.name, caught.value.value) == ("queue", value)
    assert str(caught.value).startswith("queue ")


def test_a_long_value_is_cut_in_the_message() -> None:
    with pytest.raises(InputError) as caught:
        _gates.word("queue", QUEUE, SHOWN, frozenset(), "x" * 10_000)
    assert len(str(caught.value)) < 400


def test_a_pattern_is_shown_as_the_spec_writes_it() -> None:
    with pytest.raises(InputError) as caught:
        _gates.word("queue", QUEUE, SHOWN, frozenset(), "{")
    assert SHOWN in str(caught.value)
    assert QUEUE.pattern not in str(caught.value)


def test_text_is_what_utf8_carries() -> None:
    assert _gates.text("t", "日本\x00") == "日本\x00"
    with pytest.raises(InputError, match="UTF-8"):
        _gates.text("t", "\ud800")


def test_integer() -> None:
    assert _gates.integer("n", -(2**63)) == "-9223372036854775808"
    assert _gates.integer("n", 2**63 - 1) == "9223372036854775807"
    for value in (2**63, -(2**63) - 1, 1.0, True, "1", None):
        with pytest.raises(InputError):
            _gates.integer("n", value)  # type: ignore[arg-type]


def test_choice() -> None:
    assert _gates.choice("c", Colour, Colour.RED) == "red"
    for value in (Other.RED, "red", None):
        with pytest.raises(InputError):
            _gates.choice("c", Colour, value)  # type: ignore[arg-type]


def test_octets() -> None:
    assert _gates.octets("b", b"\xff") == b"\xff"
    with pytest.raises(InputError):
        _gates.octets("b", "text")  # type: ignore[arg-type]
