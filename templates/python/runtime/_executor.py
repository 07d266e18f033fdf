"""Scripts on the server: run by digest, loaded when the server does not know them."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

import redis
import redis.asyncio
from redis.exceptions import RedisError, ResponseError

from . import _connections
from ._connections import Answer, Command, Steps
from ._errors import (
    DeclaredError,
    DigestError,
    ReplyError,
    UnknownOutcomeError,
)
from ._replies import Decoder, Mismatch

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, slots=True)
class Script:
    """A Lua script, byte for byte as every other speaker holds it.

    Attributes:
        module: The module it belongs to.
        name: Its name within the module.
        sha1: The digest it is run by, as the protocol pins it.
        source: The bytes.
    """

    module: str
    name: str
    sha1: str
    source: bytes


def script(module: str, name: str, sha1: str, *lines: bytes) -> Script:
    """Join the lines of a script."""
    return Script(module, name, sha1, b"".join(lines))


@dataclasses.dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One call of a script, ready to be sent; `T` is what it answers.

    Attributes:
        script: The script to run.
        keys: KEYS, in order.
        args: ARGV, in order.
        decode: Reads the reply.
        errors: The error of each class word that the protocol declares.
    """

    script: Script
    keys: Sequence[str | bytes]
    args: Sequence[bytes]
    decode: Decoder[T]
    errors: Mapping[str, type[DeclaredError]]

    @property
    def command(self) -> Command:
        """The call as the server takes it, by digest."""
        keys = [key.encode() if isinstance(key, str) else key for key in self.keys]
        return [
            b"EVALSHA",
            self.script.sha1.encode(),
            b"%d" % len(keys),
            *keys,
            *self.args,
        ]

    def result(self, answer: Answer) -> T:
        """Read what the server answered, or raise the error that it is.

        Raises:
            DeclaredError: If the answer is an error that the protocol declares.
            ReplyError: If the protocol does not describe the answer.
            redis.exceptions.RedisError: If the answer is any other error.
        """
        if isinstance(answer, ResponseError):
            word, message = _read_error(answer)
            if word in self.errors:
                raise self.errors[word](message) from answer
        if isinstance(answer, Exception):
            raise answer
        try:
            return self.decode(answer)
        except Mismatch as mismatch:
            name = f"{self.script.module}.{self.script.name}"
            raise ReplyError(name, mismatch.found, mismatch.expected) from None


def run(client: redis.Redis, call: Call[T]) -> T:
    """Send one call and give its answer."""
    return _connections.converse(client, _once(call))


async def run_async(client: redis.asyncio.Redis, call: Call[T]) -> T:
    """Send one call and give its answer."""
    return await _connections.converse_async(client, _once(call))


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What one call of a batch came to.

    Attributes:
        call: The call.
        answer: What the server answered, undecoded, or the error in its place.
    """

    call: Call[T]
    answer: Answer

    @property
    def is_unknown(self) -> bool:
        """Whether the call was sent but never answered, so that nobody can tell."""
        return isinstance(self.answer, UnknownOutcomeError)

    def result(self) -> T:
        """Give the answer of the call, or raise its error.

        Raises:
            DeclaredError: If the protocol declares the error.
            ReplyError: If the protocol does not describe the answer.
            UnknownOutcomeError: If the call was sent but never answered.
            redis.exceptions.RedisError: If it is any other error.
        """
        return self.call.result(self.answer)


def run_many(client: redis.Redis, calls: Sequence[Call[T]]) -> list[Outcome[T]]:
    """Send calls in one round trip and give what each of them came to, in order.

    No call is sent twice, and the error of one does not keep the others from
    being run.

    Raises:
        redis.exceptions.RedisError: If the scripts could not be prepared; then
            no call was sent.
    """
    return _connections.converse(client, _many(calls))


async def run_many_async(
    client: redis.asyncio.Redis, calls: Sequence[Call[T]]
) -> list[Outcome[T]]:
    """Send calls in one round trip and give what each of them came to, in order.

    No call is sent twice, and the error of one does not keep the others from
    being run.

    Raises:
        redis.exceptions.RedisError: If the scripts could not be prepared; then
            no call was sent.
    """
    return await _connections.converse_async(client, _many(calls))


def _once(call: Call[T]) -> Steps[T]:
    [answer] = yield [call.command]
    if (yield from _is_unknown(call.script, answer)):
        yield from _load(call.script)
        [answer] = yield [call.command]
    return call.result(answer)


def _many(calls: Sequence[Call[T]]) -> Steps[list[Outcome[T]]]:
    scripts = {call.script.sha1: call.script for call in calls}
    if len(scripts) > 1:
        # Calls of one script must not overtake calls of another because the
        # server lacks only one of them.
        yield from _prepare(list(scripts.values()))
    answers = yield from _send(calls)
    lost = []
    for index, call in enumerate(calls):
        if (yield from _is_unknown(call.script, answers[index])):
            lost.append(index)
    if lost:
        again = yield from _send_again([calls[index] for index in lost])
        for index, answer in zip(lost, again, strict=True):
            answers[index] = answer
    return [Outcome(call, answer) for call, answer in zip(calls, answers, strict=True)]


def _send(calls: Sequence[Call[T]]) -> Steps[list[Answer]]:
    answers = yield [call.command for call in calls]
    return [_doubt(answer) for answer in answers]


def _send_again(calls: Sequence[Call[T]]) -> Steps[list[Answer]]:
    try:
        for script in {call.script.sha1: call.script for call in calls}.values():
            yield from _load(script)
    except RedisError as error:
        # None of them has run, and what became of the others is known.
        return [error] * len(calls)
    return (yield from _send(calls))


def _prepare(scripts: Sequence[Script]) -> Steps[None]:
    digests = [script.sha1.encode() for script in scripts]
    [exists] = yield [[b"SCRIPT", b"EXISTS", *digests]]
    if isinstance(exists, Exception):
        raise exists
    for script, known in zip(scripts, exists, strict=True):
        if not known:
            yield from _load(script)


def _doubt(answer: Answer) -> Answer:
    if isinstance(answer, Exception) and not isinstance(answer, ResponseError):
        unknown = UnknownOutcomeError("the connection failed before the answer came")
        unknown.__cause__ = answer
        return unknown
    return answer


def _is_unknown(script: Script, answer: Answer) -> Steps[bool]:
    """Tell whether the server, and not the script, says that it has no such script.

    A script that ran may have written before it answered NOSCRIPT in its own
    name, and must not run again.
    """
    if not isinstance(answer, ResponseError):
        return False
    word, message = _read_error(answer)
    if word != "NOSCRIPT":
        return False
    if message.startswith("NOSCRIPT No matching script"):
        return True
    # Engines are free to word it otherwise; then the cache itself tells.
    [exists] = yield [[b"SCRIPT", b"EXISTS", script.sha1.encode()]]
    return bool(exists != [1])


def _load(script: Script) -> Steps[None]:
    [loaded] = yield [[b"SCRIPT", b"LOAD", script.source]]
    if isinstance(loaded, Exception):
        raise loaded
    if loaded != script.sha1.encode():
        found = loaded.decode(errors="replace") if isinstance(loaded, bytes) else loaded
        raise DigestError(script.name, str(found), script.sha1)


def _read_error(error: ResponseError) -> tuple[str, str]:
    """Give the first word of an error on the wire, and its whole text.

    redis-py cuts words that it knows off the text; ERR is one of them, and what
    follows it is no class, even if it looks like one.
    """
    message = str(error)
    if error.status_code is not None:
        message = f"{error.status_code} {message}"
    return message.split(" ", 1)[0], message
