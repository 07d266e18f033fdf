"""How calls of the golden case replies read what comes back."""

import datetime
from typing import Any

import pytest
from redis.exceptions import ResponseError
from replies import (
    AsEnumValue,
    AsEnumX,
    AskCalls,
    DeclaredError,
    GoneError,
    LostError,
    MissingError,
    MixedReply,
    MixedResult,
    NestedResult,
    PairResult,
    PairsResult,
    ReplyError,
    VerdictIntReply,
    VerdictStrReply,
    types,
)

ID = "ITM00000000001"
SECOND = datetime.timedelta(seconds=1)
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)

INT = AskCalls.verdict_int(1)
STR = AskCalls.verdict_str("")
PAIR = AskCalls.pair()
MIXED = AskCalls.mixed(["x"])


@pytest.mark.parametrize(
    ("call", "reply", "want"),
    [
        (INT, 1, VerdictIntReply.YES_IT_IS),
        (INT, 0, VerdictIntReply.NO_IT_IS_NOT),
        (STR, b"alive", VerdictStrReply.ALIVE),
        (STR, b"dead", VerdictStrReply.DEAD),
        (AskCalls.as_count(0), 7, 7),
        (AskCalls.as_int(0), b"-7", -7),
        (AskCalls.as_text(""), b"\xc3\xa9", "é"),
        (AskCalls.as_bytes(b""), b"\xff", b"\xff"),
        (AskCalls.as_status(), b"READY", "READY"),
        (AskCalls.as_float(0), b"0.5", 0.5),
        (AskCalls.as_bool(True), b"1", True),
        (AskCalls.as_branded(ID), ID.encode(), ID),
        (AskCalls.as_millis(SECOND), b"1000", SECOND),
        (AskCalls.as_instant(EPOCH), 1000, EPOCH + SECOND),
        (AskCalls.maybe(), None, None),
        (AskCalls.maybe(), b"x", "x"),
        (PAIR, [], None),
        (PAIR, None, None),
        (
            PAIR,
            [ID.encode(), b"\xff", b"3"],
            PairResult(id=ID, payload=b"\xff", attempts=types.Token(3), note=None),
        ),
        (
            PAIR,
            [ID.encode(), b"", 3, b"n"],
            PairResult(id=ID, payload=b"", attempts=types.Token(3), note="n"),
        ),
        (MIXED, b"closed", MixedReply.CLOSED),
        (MIXED, [ID.encode(), b"5"], MixedResult(id=ID, size=5)),
        (AskCalls.ids(), [], []),
        (AskCalls.ids(), [ID.encode()], [ID]),
        (
            AskCalls.pairs(),
            [[b"a", None], [b"b", b"\xff"]],
            [PairsResult(name="a", value=None), PairsResult(name="b", value=b"\xff")],
        ),
        (AskCalls.table(), [b"a", b"\xff"], {"a": b"\xff"}),
        (AskCalls.table(), {b"a": b"\xff"}, {"a": b"\xff"}),
        (AskCalls.rows(), [ID.encode(), 5], {ID: 5}),
        (
            AskCalls.nested(["x"]),
            [b"h", [b"\xff"], [b"a", b"1"]],
            NestedResult(head="h", rest=[b"\xff"], more={"a": 1}),
        ),
        (
            AskCalls.nested(["x"]),
            [b"h", []],
            NestedResult(head="h", rest=[], more=None),
        ),
        (AskCalls.raw(["x"]), [b"\xff", None], [b"\xff", None]),
    ],
)
def test_reads(call: Any, reply: Any, want: Any) -> None:
    got = call.result(reply)
    assert got == want
    assert type(got) is type(want)


def test_enum() -> None:
    call = AskCalls.as_enum(AsEnumX.RED)
    assert call.args == [b"red"]
    assert call.result(b"green") is AsEnumValue.GREEN


@pytest.mark.parametrize(
    ("call", "reply", "error"),
    [
        (INT, -1, GoneError),
        (STR, b"lost", LostError),
        (AskCalls.maybe_error(), None, MissingError),
    ],
)
def test_replies_that_are_errors(call: Any, reply: Any, error: Any) -> None:
    with pytest.raises(error) as caught:
        call.result(reply)
    assert isinstance(caught.value, DeclaredError)
    assert caught.value.word == ""


@pytest.mark.parametrize(
    ("call", "reply"),
    [
        (INT, 2),
        (INT, b"1"),
        (INT, None),
        (STR, b"Alive"),
        (STR, 1),
        (AskCalls.as_count(0), -1),
        (AskCalls.as_branded(ID), b"job-42"),
        (PAIR, [ID.encode(), b"", b"x"]),
        (PAIR, b"closed"),
        (MIXED, b"open"),
        (MIXED, None),
        (AskCalls.pairs(), [[b"a"], 1]),
        (AskCalls.nested(["x"]), [b"h", [], [b"a", b"one"]]),
    ],
)
def test_undescribed(call: Any, reply: Any) -> None:
    with pytest.raises(ReplyError) as caught:
        call.result(reply)
    assert caught.value.source.startswith("ask.")


def test_errors_of_the_server_stay() -> None:
    with pytest.raises(ResponseError) as caught:
        INT.result(ResponseError("NEWCLASS of tomorrow"))
    assert not isinstance(caught.value, DeclaredError)
