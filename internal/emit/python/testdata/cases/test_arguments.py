"""What calls of the golden case arguments put into KEYS and ARGV."""

import datetime
from typing import Any

import pytest
from arguments import CallsCalls, InputError, OptionalsOrder, ScalarsColour, types

MINUTE = datetime.timedelta(minutes=1)
ID = "JOB0Nb1VTbfnu4"


def test_scalars() -> None:
    call = CallsCalls.scalars(
        a_text="日本",
        some_bytes=b"\x00\xff",
        an_int=-5,
        a_float=0.5,
        a_bool=True,
        an_id=ID,
        colour=ScalarsColour.X11_BLUE,
        wait=MINUTE,
        at=datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC),
        token=types.Token(7),
        mood=types.Mood.BAD,
    )
    assert call.keys == []
    assert call.args == [
        "日本".encode(),
        b"\x00\xff",
        b"-5",
        b"0.5",
        b"1",
        ID.encode(),
        b"x11.blue",
        b"60000",
        b"1704067200000",
        b"7",
        b"bad",
    ]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("a_text", b"bytes"),
        ("a_text", "\ud800"),
        ("some_bytes", "text"),
        ("an_int", 2**63),
        ("an_int", 1.0),
        ("a_float", float("nan")),
        ("a_bool", 1),
        ("an_id", "job-42"),
        ("colour", "red"),
        ("colour", types.Mood.BAD),
        ("wait", 60),
        ("at", datetime.datetime(2024, 1, 1)),
        ("token", "7"),
        ("mood", None),
    ],
)
def test_scalars_refuse(name: str, value: Any) -> None:
    values: dict[str, Any] = {
        "a_text": "",
        "some_bytes": b"",
        "an_int": 0,
        "a_float": 0,
        "a_bool": False,
        "an_id": ID,
        "colour": ScalarsColour.RED,
        "wait": MINUTE,
        "at": datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC),
        "token": types.Token(0),
        "mood": types.Mood.GOOD,
    }
    CallsCalls.scalars(**values)
    with pytest.raises(InputError) as caught:
        CallsCalls.scalars(**values | {name: value})
    assert caught.value.name == name


def test_optionals() -> None:
    assert CallsCalls.optionals("a").args == [b"a"]
    assert CallsCalls.optionals("a", limit=3).args == [b"a", b"3"]
    assert CallsCalls.optionals(
        "a", limit=0, order=OptionalsOrder.UP, lease=MINUTE
    ).args == [b"a", b"0", b"up", b"60000"]
    for gap in ({"order": OptionalsOrder.UP}, {"limit": 1, "lease": MINUTE}):
        with pytest.raises(InputError, match="is given"):
            CallsCalls.optionals("a", **gap)  # type: ignore[arg-type]


def test_variadics() -> None:
    assert CallsCalls.variadics("a", [ID, ID]).args == [b"a", ID.encode(), ID.encode()]
    assert CallsCalls.any_number().args == []
    assert CallsCalls.any_number(names=["x", "y"]).args == [b"x", b"y"]
    assert CallsCalls.typed_variadic([MINUTE]).args == [b"60000"]
    for wrong in ([], ID, [ID, "job-42"]):
        with pytest.raises(InputError) as caught:
            CallsCalls.variadics("a", wrong)
        assert caught.value.name in ("ids", "id")


def test_keys() -> None:
    call = CallsCalls.holes("den", ID, "note")
    assert call.keys == ["hall:{den}:plan", f"hall:{{den}}:guest:{ID}"]
    assert call.args == [ID.encode(), b"note"]
    seats = CallsCalls.key_variadic("den", [1, 2], "note").keys
    assert seats == ["hall:{den}:plan", "hall:{den}:seat:1", "hall:{den}:seat:2"]
    assert CallsCalls.key_optional("den").keys == ["hall:{den}:plan"]
    one = CallsCalls.key_optional("den", seat=0).keys
    assert one == ["hall:{den}:plan", "hall:{den}:seat:0"]
    with pytest.raises(InputError, match="seat"):
        CallsCalls.key_variadic("den", [], "note")
    with pytest.raises(InputError, match="room"):
        CallsCalls.key_optional("DEN")


def test_flags() -> None:
    both = CallsCalls.key_flags(with_doors=True, with_audit=True).keys
    assert both == ["hall:{all}:doors", "hall:{all}:audit"]
    assert CallsCalls.key_flags().keys == []
    with pytest.raises(InputError, match="doors"):
        CallsCalls.key_flags(with_audit=True)


def test_command() -> None:
    call = CallsCalls.holes("den", ID, "é")
    assert call.command.words == [
        b"EVALSHA",
        call.script.sha1.encode(),
        b"2",
        b"hall:{den}:plan",
        b"hall:{den}:guest:" + ID.encode(),
        ID.encode(),
        b"\xc3\xa9",
    ]
    assert call.command.key == b"hall:{den}:plan"
