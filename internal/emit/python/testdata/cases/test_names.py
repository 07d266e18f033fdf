"""The golden cases whose names are awkward: what they emit works."""

import importlib
import inspect
import keyword

import chosen
import pytest
from chosen import (
    Actions,
    ActionsCalls,
    Mishap,
    PushReply,
    Record,
    RecordState,
    TooLate,
    types,
)
from reserved import TupleResult, TypeCalls, ValueError_, WithCalls

PACKAGES = [
    "arguments",
    "chosen",
    "docs",
    "enqueue",
    "foreign",
    "host",
    "keys_only",
    "literals",
    "minimal",
    "replies",
    "reserved",
]


@pytest.mark.parametrize("name", PACKAGES)
def test_what_is_exported_is_there(name: str) -> None:
    package = importlib.import_module(name)
    for exported in package.__all__:
        assert getattr(package, exported) is not None
        assert not keyword.iskeyword(exported)


def test_overrides() -> None:
    call = ActionsCalls.push("q", payload=b"x", t=types.Token(3))
    assert call.keys == [chosen.keys.record(queue="q")] == ["o:{q}:row"]
    assert call.result(0) is PushReply.REPEATED
    with pytest.raises(TooLate):
        call.result(-1)
    assert Mishap.word == "OOPS"
    assert Record(state=RecordState.ALIVE).n is None
    parameters = list(inspect.signature(Actions.push).parameters)
    assert parameters == ["self", "queue", "payload", "t"]


def test_reserved_words() -> None:
    call = TypeCalls.class_("s", "c", "a", "w")
    assert call.args == [b"s", b"c", b"a", b"w"]
    parameters = list(inspect.signature(TypeCalls.class_).parameters)
    assert parameters == ["self_", "cls_", "async_", "await_"]
    assert TypeCalls.return_("s", 1, 2, "a", "b").args == [b"s", b"1", b"2", b"a", b"b"]
    assert TypeCalls.end("t", "e", 0).keys == ["r:{t}:import"]


def test_builtins() -> None:
    call = WithCalls.str_(b"b", "s", True, 0.5, "d")
    assert call.args == [b"b", b"s", b"1", b"0.5", b"d"]
    assert call.result(None) is None
    assert call.result(b"\xff") == b"\xff"
    assert WithCalls.list_(["a"]).result([b"x"]) == ["x"]
    result = WithCalls.tuple("r", "s", "v").result([b"c", b"t", 1, None, 2, 3])
    assert result == TupleResult(
        class_="c", type="t", end=1, self=None, index=2, count=3
    )
    assert not issubclass(ValueError_, ValueError)
