"""The executor against a server that answers what it is told to."""

import asyncio
import hashlib
from collections.abc import Callable
from typing import Any

import pytest
import redis
import redis.asyncio
from redis.backoff import NoBackoff
from redis.retry import Retry

from runtime import _executor, _replies
from runtime._errors import (
    DeclaredError,
    DigestError,
    ReplyError,
    UnknownOutcomeError,
)

SOURCE = b"return 1\n"
SHA1 = hashlib.sha1(SOURCE).hexdigest()
SCRIPT = _executor.script("jobs", "enqueue", SHA1, b"return", b" 1\n")
NOSCRIPT = b"-NOSCRIPT No matching script. Please use EVAL.\r\n"
LOADED = b"$40\r\n" + SHA1.encode() + b"\r\n"
ONE = b":1\r\n"


class KindError(DeclaredError):
    word = "EMQKIND"


ERRORS: dict[str, type[DeclaredError]] = {"EMQKIND": KindError}
CALL = _executor.Call(SCRIPT, ["k"], [b"\xff"], _replies.integer, ERRORS)

Serve = Callable[..., Any]


def run_blocking(port: int, call: Any) -> Any:
    client = redis.Redis(port=port, retry=Retry(NoBackoff(), 5), protocol=2)
    with client:
        return _executor.run(client, call)


def run_awaited(port: int, call: Any) -> Any:
    async def main() -> Any:
        retry = redis.asyncio.retry.Retry(NoBackoff(), 5)
        client = redis.asyncio.Redis(port=port, retry=retry, protocol=2)
        async with client:
            return await _executor.run_async(client, call)

    return asyncio.run(main())


@pytest.fixture(params=[run_blocking, run_awaited], ids=["blocking", "awaited"])
def run(request: pytest.FixtureRequest) -> Callable[[int, Any], Any]:
    chosen: Callable[[int, Any], Any] = request.param
    return chosen


def test_runs_by_digest(serve: Serve, run: Any) -> None:
    server = serve(ONE)
    assert run(server.port, CALL) == 1
    assert server.commands == [[b"EVALSHA", SHA1.encode(), b"1", b"k", b"\xff"]]


def test_loads_and_runs_again(serve: Serve, run: Any) -> None:
    server = serve(NOSCRIPT, LOADED, ONE)
    assert run(server.port, CALL) == 1
    assert server.names() == [b"EVALSHA", b"SCRIPT", b"EVALSHA"]
    assert server.commands[1] == [b"SCRIPT", b"LOAD", SOURCE]


def test_a_second_noscript_is_an_error(serve: Serve, run: Any) -> None:
    server = serve(NOSCRIPT, LOADED, NOSCRIPT, LOADED)
    with pytest.raises(redis.exceptions.NoScriptError):
        run(server.port, CALL)
    assert len(server.commands) == 3


def test_the_second_attempt_is_mapped_like_the_first(serve: Serve, run: Any) -> None:
    for replies in ([], [NOSCRIPT, LOADED]):
        server = serve(*replies, b"-EMQKIND not a job\r\n")
        with pytest.raises(KindError) as caught:
            run(server.port, CALL)
        assert caught.value.message == str(caught.value) == "EMQKIND not a job"
        assert isinstance(caught.value.__cause__, redis.ResponseError)


def test_another_digest_is_a_hard_error(serve: Serve, run: Any) -> None:
    server = serve(NOSCRIPT, b"$40\r\n" + b"0" * 40 + b"\r\n", ONE)
    with pytest.raises(DigestError) as caught:
        run(server.port, CALL)
    assert (caught.value.found, caught.value.expected) == ("0" * 40, SHA1)
    assert len(server.commands) == 2


def test_a_script_that_says_noscript_is_not_run_again(serve: Serve, run: Any) -> None:
    server = serve(b"-NOSCRIPT I say so myself\r\n", b"*1\r\n:1\r\n", LOADED, ONE)
    with pytest.raises(redis.exceptions.NoScriptError):
        run(server.port, CALL)
    assert server.names() == [b"EVALSHA", b"SCRIPT"]
    assert server.commands[1] == [b"SCRIPT", b"EXISTS", SHA1.encode()]


def test_an_engine_may_word_its_noscript_otherwise(serve: Serve, run: Any) -> None:
    server = serve(b"-NOSCRIPT unknown\r\n", b"*1\r\n:0\r\n", LOADED, ONE)
    assert run(server.port, CALL) == 1


@pytest.mark.parametrize(
    "error",
    [
        b"-EMQNEW a class of tomorrow\r\n",
        b"-ERR EMQKIND\r\n",
        b"-ERR user_script:1: EMQKIND raised\r\n",
        b"-ERR NOSCRIPT is not the first word\r\n",
        b"-EMQKINDLY not the whole word\r\n",
        b"-emqkind small letters\r\n",
        b"-WRONGTYPE Operation against a key\r\n",
        b"-OOM command not allowed\r\n",
        b"-READONLY You can't write\r\n",
    ],
)
def test_other_errors_pass_through(serve: Serve, run: Any, error: bytes) -> None:
    server = serve(error, ONE)
    with pytest.raises(redis.ResponseError) as caught:
        run(server.port, CALL)
    assert not isinstance(caught.value, DeclaredError)
    assert len(server.commands) == 1


def test_one_word_is_a_class(serve: Serve, run: Any) -> None:
    with pytest.raises(KindError):
        run(serve(b"-EMQKIND\r\n").port, CALL)


def test_undescribed_reply(serve: Serve, run: Any) -> None:
    with pytest.raises(ReplyError) as caught:
        run(serve(b"$3\r\nfoo\r\n").port, CALL)
    assert caught.value.source == "jobs.enqueue"
    assert caught.value.found == b"foo"


def test_an_error_within_an_array_is_no_class(serve: Serve, run: Any) -> None:
    server = serve(b"*2\r\n:1\r\n-EMQKIND nested\r\n")
    with pytest.raises(ReplyError):
        run(server.port, CALL)


@pytest.mark.parametrize("cut", [None, b":", b"$5\r\nab"])
def test_nothing_is_sent_twice(serve: Serve, run: Any, cut: bytes | None) -> None:
    server = serve(cut, ONE)
    with pytest.raises(redis.ConnectionError):
        run(server.port, CALL)
    assert server.names() == [b"EVALSHA"]


def test_nothing_is_sent_twice_after_a_load(serve: Serve, run: Any) -> None:
    server = serve(NOSCRIPT, LOADED, None, ONE)
    with pytest.raises(redis.ConnectionError):
        run(server.port, CALL)
    assert server.names() == [b"EVALSHA", b"SCRIPT", b"EVALSHA"]


def test_a_timeout_is_no_verdict(serve: Serve) -> None:
    server = serve(b"")
    client = redis.Redis(
        port=server.port, socket_timeout=0.2, retry=Retry(NoBackoff(), 5), protocol=2
    )
    with pytest.raises(redis.TimeoutError):
        _executor.run(client, CALL)
    assert len(server.commands) == 1


def test_a_timed_out_reply_answers_nobody_else(serve: Serve) -> None:
    server = serve(b"", ONE)
    client = redis.Redis(port=server.port, socket_timeout=0.2, protocol=2)
    with pytest.raises(redis.TimeoutError):
        _executor.run(client, CALL)
    assert _executor.run(client, CALL) == 1
    assert server.connections == 2


def test_a_cancelled_call_answers_nobody_else(serve: Serve) -> None:
    server = serve(b"", b":7\r\n")

    async def main() -> int:
        async with redis.asyncio.Redis(port=server.port, protocol=2) as client:
            task = asyncio.create_task(_executor.run_async(client, CALL))
            while not server.commands:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            return await _executor.run_async(client, CALL)

    assert asyncio.run(main()) == 7
    assert server.connections == 2


def test_no_connection_means_nothing_was_sent(run: Any) -> None:
    with pytest.raises(redis.ConnectionError):
        run(1, CALL)


def test_a_pinned_connection_is_used(serve: Serve) -> None:
    server = serve(ONE, ONE)
    with redis.Redis(
        port=server.port, single_connection_client=True, protocol=2
    ) as client:
        assert [_executor.run(client, CALL) for _ in range(2)] == [1, 1]
    assert server.connections == 1


def test_a_pipeline_is_no_client(serve: Serve) -> None:
    pipeline = redis.Redis(port=1).pipeline()
    with pytest.raises(TypeError, match="queue"):
        _executor.run(pipeline, CALL)


def test_keys_are_utf8_whatever_the_client_says(serve: Serve) -> None:
    server = serve(ONE)
    call = _executor.Call(SCRIPT, ["é"], [], _replies.integer, {})
    with redis.Redis(port=server.port, encoding="latin-1", protocol=2) as client:
        _executor.run(client, call)
    assert server.commands[0][3] == b"\xc3\xa9"


def run_batch(port: int, *calls: Any) -> list[Any]:
    with redis.Redis(port=port, retry=Retry(NoBackoff(), 5), protocol=2) as client:
        return list(_executor.run_many(client, calls))


def test_batch_keeps_order_and_refusals_apart(serve: Serve) -> None:
    server = serve(ONE, b"-EMQKIND no\r\n", b":3\r\n")
    outcomes = run_batch(server.port, CALL, CALL, CALL)
    assert outcomes[0].result() == 1
    with pytest.raises(KindError):
        outcomes[1].result()
    assert outcomes[2].result() == 3


def test_batch_runs_again_only_what_did_not_run(serve: Serve) -> None:
    server = serve(ONE, NOSCRIPT, b":3\r\n", NOSCRIPT, LOADED, b":2\r\n", b":4\r\n")
    outcomes = run_batch(server.port, CALL, CALL, CALL, CALL)
    assert [outcome.result() for outcome in outcomes] == [1, 2, 3, 4]
    assert len(server.commands) == 7


def test_batch_tells_what_is_unknown(serve: Serve) -> None:
    server = serve(ONE, b"-EMQKIND no\r\n", None)
    outcomes = run_batch(server.port, CALL, CALL, CALL, CALL)
    assert [outcome.is_unknown for outcome in outcomes] == [False, False, True, True]
    assert outcomes[0].result() == 1
    with pytest.raises(UnknownOutcomeError) as caught:
        outcomes[3].result()
    assert isinstance(caught.value.__cause__, redis.ConnectionError)
    assert server.connections == 1


def test_batch_that_cannot_load_keeps_what_is_known(serve: Serve) -> None:
    server = serve(ONE, NOSCRIPT, None)
    outcomes = run_batch(server.port, CALL, CALL)
    assert outcomes[0].result() == 1
    assert not outcomes[1].is_unknown
    with pytest.raises(redis.ConnectionError):
        outcomes[1].result()


def test_batch_of_several_scripts_asks_first(serve: Serve) -> None:
    source = b"return 2\n"
    sha1 = hashlib.sha1(source).hexdigest()
    other = _executor.Call(
        _executor.script("jobs", "other", sha1, source),
        ["k"],
        [],
        _replies.integer,
        {},
    )
    there, missing = b"*1\r\n:1\r\n", b"*1\r\n:0\r\n"
    loaded = b"$40\r\n" + sha1.encode() + b"\r\n"
    server = serve(there, missing, loaded, ONE, b":2\r\n", ONE)
    outcomes = run_batch(server.port, CALL, other, CALL)
    assert [outcome.result() for outcome in outcomes] == [1, 2, 1]
    assert server.names() == [b"SCRIPT"] * 3 + [b"EVALSHA"] * 3


def test_batch_goes_on_after_a_failure(serve: Serve, monkeypatch: Any) -> None:
    monkeypatch.setattr(_executor, "CHUNK", 2)
    server = serve(ONE, None, NOSCRIPT, NOSCRIPT, LOADED, b":3\r\n", b":4\r\n", ONE)
    outcomes = run_batch(server.port, *[CALL] * 5)
    assert outcomes[0].result() == 1
    assert [outcome.is_unknown for outcome in outcomes] == [False, True] + [False] * 3
    assert [outcome.result() for outcome in outcomes[2:]] == [3, 4, 1]
    assert server.connections == 2


def test_batch_knows_what_was_never_sent(serve: Serve, monkeypatch: Any) -> None:
    monkeypatch.setattr(_executor, "CHUNK", 1)
    server = serve(ONE, None)
    server.stops = True
    with redis.Redis(
        port=server.port, retry=Retry(NoBackoff(), 0), protocol=2
    ) as client:
        outcomes = _executor.run_many(client, [CALL] * 4)
    assert [outcome.is_unknown for outcome in outcomes] == [False, True, False, False]
    for outcome in outcomes[2:]:
        with pytest.raises(redis.ConnectionError):
            outcome.result()


def test_a_call_shows_what_is_sent_and_no_lua() -> None:
    shown = repr(_executor.Outcome(CALL, 1))
    assert "enqueue" in shown and SHA1 in shown and "'k'" in shown
    assert "return" not in shown and "0x" not in shown
