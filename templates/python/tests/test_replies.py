import dataclasses
import datetime
import enum
from typing import Any

import pytest

from runtime import _replies
from runtime._errors import DeclaredError
from runtime._replies import Mismatch


class Colour(enum.Enum):
    RED = "red"


class GoneError(DeclaredError):
    pass


@dataclasses.dataclass(frozen=True)
class Job:
    id: str
    payload: bytes
    note: str | None


JOB = _replies.record(
    Job,
    id=_replies.branded,
    payload=_replies.octets,
    note=_replies.optional(_replies.text),
)


@pytest.mark.parametrize(
    ("decode", "reply", "want"),
    [
        (_replies.octets, b"\xff", b"\xff"),
        (_replies.text, b"\xc3\xa9", "é"),
        (_replies.branded, b"JOB0Nb1VTbfnu4", "JOB0Nb1VTbfnu4"),
        (_replies.integer, -5, -5),
        (_replies.integer, b"-5", -5),
        (_replies.integer, True, 1),
        (_replies.integer, b"9223372036854775807", 2**63 - 1),
        (_replies.count, 0, 0),
        (_replies.number, b"1.5", 1.5),
        (_replies.number, b"-inf", float("-inf")),
        (_replies.number, 2, 2.0),
        (_replies.number, 2.5, 2.5),
        (_replies.number, b"1e+21", 1e21),
        (_replies.flag, 1, True),
        (_replies.flag, b"0", False),
        (_replies.flag, False, False),
        (_replies.choice(Colour), b"red", Colour.RED),
        (_replies.milliseconds, b"1500", datetime.timedelta(seconds=1.5)),
        (
            _replies.unix_ms,
            1769526697641,
            datetime.datetime(2026, 1, 27, 15, 11, 37, 641000, tzinfo=datetime.UTC),
        ),
        (_replies.listed(_replies.integer), [1, b"2"], [1, 2]),
        (_replies.listed(_replies.integer), [], []),
        (_replies.mapped(_replies.text, _replies.octets), [b"a", b"1"], {"a": b"1"}),
        (_replies.mapped(_replies.text, _replies.octets), {b"a": b"1"}, {"a": b"1"}),
        (_replies.mapped(_replies.text, _replies.octets), [], {}),
        (JOB, [b"JOB0Nb1VTbfnu4", b"x", b"n"], Job("JOB0Nb1VTbfnu4", b"x", "n")),
        (JOB, [b"JOB0Nb1VTbfnu4", b"x", None], Job("JOB0Nb1VTbfnu4", b"x", None)),
        (JOB, [b"JOB0Nb1VTbfnu4", b"x"], Job("JOB0Nb1VTbfnu4", b"x", None)),
        (_replies.raw, [1, [b"\xff", None]], [1, [b"\xff", None]]),
    ],
)
def test_reads(decode: Any, reply: Any, want: Any) -> None:
    got = decode(reply)
    assert got == want
    assert type(got) is type(want)


@pytest.mark.parametrize(
    ("decode", "reply"),
    [
        (_replies.octets, 1),
        (_replies.octets, None),
        (_replies.text, b"\xff"),
        (_replies.text, 5),
        (_replies.branded, b"job-42"),
        (_replies.integer, b"+5"),
        (_replies.integer, b"05"),
        (_replies.integer, b"-0"),
        (_replies.integer, b"5\n"),
        (_replies.integer, b"1_0"),
        (_replies.integer, "\u0663".encode()),
        (_replies.integer, b""),
        (_replies.integer, 2**63),
        (_replies.integer, b"9223372036854775808"),
        (_replies.integer, 1.0),
        (_replies.integer, None),
        (_replies.integer, [1]),
        (_replies.count, -1),
        (_replies.count, b"-1"),
        (_replies.number, b"nan"),
        (_replies.number, b"1_0"),
        (_replies.number, b" 1"),
        (_replies.number, b""),
        (_replies.number, b"0x10"),
        (_replies.number, float("nan")),
        (_replies.flag, 2),
        (_replies.flag, None),
        (_replies.flag, b"true"),
        (_replies.choice(Colour), b"blue"),
        (_replies.choice(Colour), 1),
        (_replies.milliseconds, 2**63 - 1),
        (_replies.unix_ms, 2**62),
        (_replies.listed(_replies.integer), 1),
        (_replies.listed(_replies.integer), None),
        (_replies.listed(_replies.integer), [b"x"]),
        (_replies.mapped(_replies.text, _replies.octets), [b"a"]),
        (_replies.mapped(_replies.text, _replies.octets), [b"a", b"1", b"a", b"2"]),
        (_replies.mapped(_replies.text, _replies.octets), 1),
        (JOB, [b"JOB0Nb1VTbfnu4"]),
        (JOB, [b"JOB0Nb1VTbfnu4", b"x", b"n", b"more"]),
        (JOB, b"JOB0Nb1VTbfnu4"),
        (JOB, [None, b"x"]),
    ],
)
def test_mismatches(decode: Any, reply: Any) -> None:
    with pytest.raises(Mismatch):
        decode(reply)


VERDICTS = _replies.answer({1: "one", 0: "zero", b"dead": "dead", -1: GoneError})
CLAIM = _replies.answer(value=JOB, none=None)
MIXED = _replies.answer({b"closed": "closed"}, value=_replies.text, none="nothing")


@pytest.mark.parametrize(
    ("decode", "reply", "want"),
    [
        (VERDICTS, 1, "one"),
        (VERDICTS, 0, "zero"),
        (VERDICTS, True, "one"),
        (VERDICTS, b"dead", "dead"),
        (CLAIM, None, None),
        (CLAIM, False, None),
        (CLAIM, [], None),
        (CLAIM, {}, None),
        (MIXED, b"closed", "closed"),
        (MIXED, b"open", "open"),
        (MIXED, None, "nothing"),
    ],
)
def test_answers(decode: Any, reply: Any, want: Any) -> None:
    assert decode(reply) == want


@pytest.mark.parametrize("reply", [2, b"1", b"0", None, [], b"DEAD", 1.0, [1]])
def test_what_is_no_answer(reply: Any) -> None:
    with pytest.raises(Mismatch):
        VERDICTS(reply)


def test_an_answer_may_be_an_error() -> None:
    with pytest.raises(GoneError, match="answered -1"):
        VERDICTS(-1)
    with pytest.raises(GoneError):
        _replies.answer(value=_replies.text, none=GoneError)(None)
