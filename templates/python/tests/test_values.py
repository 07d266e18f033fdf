import datetime
from typing import Any

import pytest

from runtime import _values
from runtime._gates import InputError


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (0.0, b"0"),
        (-0.0, b"-0"),
        (3, b"3"),
        (0.1, b"0.1"),
        (1e15, b"1000000000000000"),
        (1e16, b"10000000000000000"),
        (123456789012345680000.0, b"123456789012345680000"),
        (1e21, b"1e+21"),
        (1.5e300, b"1.5e+300"),
        (1e-5, b"0.00001"),
        (1e-6, b"0.000001"),
        (1e-7, b"1e-07"),
        (-2.5e-5, b"-0.000025"),
        (5e-324, b"5e-324"),
        (1.7976931348623157e308, b"1.7976931348623157e+308"),
    ],
)
def test_number(value: float, want: bytes) -> None:
    assert _values.number("n", value) == want
    assert float(want) == value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "1", None])
def test_number_refuses(value: Any) -> None:
    with pytest.raises(InputError):
        _values.number("n", value)


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (datetime.timedelta(0), b"0"),
        (datetime.timedelta(milliseconds=1500), b"1500"),
        (datetime.timedelta(microseconds=1), b"1"),
        (datetime.timedelta(microseconds=1001), b"2"),
        (datetime.timedelta(microseconds=-1001), b"-1"),
        (datetime.timedelta.max, b"86400000000000000"),
    ],
)
def test_milliseconds(value: datetime.timedelta, want: bytes) -> None:
    assert _values.milliseconds("d", value) == want


def test_milliseconds_refuses_numbers() -> None:
    with pytest.raises(InputError, match="timedelta"):
        _values.milliseconds("d", 5)  # type: ignore[arg-type]


def test_unix_ms() -> None:
    utc = datetime.UTC
    plus2 = datetime.timezone(datetime.timedelta(hours=2))
    at = datetime.datetime(2026, 1, 27, 15, 11, 37, 641999, tzinfo=utc)
    assert _values.unix_ms("at", at) == b"1769526697641"
    assert _values.unix_ms("at", at.astimezone(plus2)) == b"1769526697641"
    before = datetime.datetime(1969, 12, 31, 23, 59, 59, 999500, tzinfo=utc)
    assert _values.unix_ms("at", before) == b"-1"


@pytest.mark.parametrize("value", [datetime.datetime(2026, 1, 1), 1, None])
def test_unix_ms_refuses(value: Any) -> None:
    with pytest.raises(InputError, match="time zone"):
        _values.unix_ms("at", value)


def test_flag() -> None:
    assert [_values.flag("f", True), _values.flag("f", False)] == [b"1", b"0"]
    with pytest.raises(InputError):
        _values.flag("f", 1)  # type: ignore[arg-type]


def test_each() -> None:
    assert _values.each(_values.text, "ids", ["a", "é"]) == [b"a", b"\xc3\xa9"]
    assert _values.each(_values.text, "ids", ("a",)) == [b"a"]
    assert _values.each_any(_values.text, "ids", []) == []
    for value in ([], "abc", b"abc", iter(["a"]), None, [1]):
        with pytest.raises(InputError, match="ids"):
            _values.each(_values.text, "ids", value)


def test_trailing() -> None:
    assert _values.trailing(a=[b"1"], b=None, c=None) == [b"1"]
    assert _values.trailing(a=[b"1"], b=[b"2", b"3"]) == [b"1", b"2", b"3"]
    assert _values.trailing(a=None, b=[]) == []
    with pytest.raises(InputError) as caught:
        _values.trailing(a=[b"1"], b=None, c=[b"3"])
    assert caught.value.name == "b"


def build(*holes: str) -> str:
    return ":".join(holes)


def test_keys() -> None:
    each, maybe = _values.Each, _values.Maybe
    assert _values.spread(build, "q", each("n", ["1", "2"])) == ["q:1", "q:2"]
    both = _values.spread(build, each("a", ["1", "2"]), each("b", ["x", "y"]))
    assert both == ["1:x", "2:y"]
    assert _values.spread_any(build, "q", each("n", [])) == []
    assert _values.given(build, "q", maybe("n", "1")) == ["q:1"]
    assert _values.given(build, "q", maybe("n", None)) is None
    assert _values.flagged(True, build, "q") == ["q"]
    assert _values.flagged(False, build, "q") is None
    with pytest.raises(InputError, match="one element"):
        _values.spread(build, "q", each("n", []))
    with pytest.raises(InputError, match="as many elements"):
        _values.spread(build, each("a", ["1", "2"]), each("b", ["x"]))
    with pytest.raises(InputError, match="the same key"):
        _values.given(build, maybe("a", "1"), maybe("b", None))
