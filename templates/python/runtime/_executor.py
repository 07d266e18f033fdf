"""Scripts on the server: run by digest, loaded when the server does not know them."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from redis.asyncio.client import Pipeline as AsyncPipeline
from redis.client import NEVER_DECODE, Pipeline
from redis.exceptions import RedisError, ResponseError

from . import _async, _steps, _sync
from ._async import AsyncClient
from ._errors import (
    DeclaredError,
    DigestError,
    ReplyError,
    UnknownOutcomeError,
)
from ._replies import Decoder, Mismatch
from ._slots import slot
from ._steps import Answer, Command, Lost, Steps
from ._sync import Client

T = TypeVar("T")

# How many calls travel in one round trip: enough to make it worth its while, and
# few enough to lose sight of when the connection fails in the middle.
CHUNK = 1000


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
    source: bytes = dataclasses.field(repr=False)


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
    decode: Decoder[T] = dataclasses.field(repr=False)
    errors: Mapping[str, type[DeclaredError]] = dataclasses.field(repr=False)

    @property
    def command(self) -> Command:
        """The call as the server takes it, by digest."""
        keys = [key.encode() if isinstance(key, str) else key for key in self.keys]
        sha1, count = self.script.sha1.encode(), b"%d" % len(keys)
        return Command(
            [b"EVALSHA", sha1, count, *keys, *self.args], keys[0] if keys else b""
        )

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
        reply = _steps.value(answer)
        try:
            return self.decode(reply)
        except Mismatch as mismatch:
            name = f"{self.script.module}.{self.script.name}"
            raise ReplyError(name, mismatch.found, mismatch.expected) from None

    def queue(self, pipeline: Pipeline | AsyncPipeline) -> None:
        """Put the call on a pipeline of redis-py, blocking or awaited.

        The pipeline makes sure that the server knows the script before it sends
        anything, and retries as its client is told to. Execute it with
        `raise_on_error=False`, and give each answer to the `outcome` of its call.

        Raises:
            TypeError: If it is no pipeline, or one of a cluster, which cannot make
                sure; `run_many` serves there.
        """
        if not isinstance(pipeline, Pipeline | AsyncPipeline):
            raise TypeError("only a pipeline of one server takes calls: use run_many")
        waiting: Any = pipeline
        if all(known.sha != self.script.sha1 for known in waiting.scripts):
            waiting.scripts.add(waiting.register_script(self.script.source))
        waiting.execute_command(*self.command.words, **{NEVER_DECODE: []})

    def outcome(self, answer: Answer) -> "Outcome[T]":
        """Take what a pipeline of redis-py answered to the call."""
        return Outcome(self, answer)


def run(client: Client, call: Call[T]) -> T:
    """Send one call and give its answer."""
    return _sync.converse(client, _once(call))


async def run_async(client: AsyncClient, call: Call[T]) -> T:
    """Send one call and give its answer."""
    return await _async.converse(client, _once(call))


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What one call of a batch came to.

    Attributes:
        call: The call.
        answer: The reply of the server, undecoded; an error in its place; or
            `Lost`.
    """

    call: Call[T]
    answer: Answer

    @property
    def is_unknown(self) -> bool:
        """Whether the call was sent and never answered, so that nobody can tell."""
        return isinstance(self.answer, Lost)

    def result(self) -> T:
        """Give the answer of the call, or raise its error.

        Raises:
            DeclaredError: If the protocol declares the error.
            ReplyError: If the protocol does not describe the answer.
            UnknownOutcomeError: If the call was sent but never answered.
            redis.exceptions.RedisError: If it is any other error.
        """
        if isinstance(self.answer, Lost):
            message = "the connection failed before the answer came"
            raise UnknownOutcomeError(message) from self.answer.error
        return self.call.result(self.answer)


def run_many(client: Client, calls: Iterable[Call[T]]) -> list[Outcome[T]]:
    """Send calls, a thousand in a round trip, and give what each came to, in order.

    No call is sent twice, and the error of one does not keep the others from
    being run. When a connection fails, the calls behind it go over another.

    Raises:
        redis.exceptions.RedisError: If the scripts could not be prepared; then
            no call was sent.
    """
    return _sync.converse(client, _many(list(calls)))


async def run_many_async(
    client: AsyncClient, calls: Iterable[Call[T]]
) -> list[Outcome[T]]:
    """Send calls, a thousand in a round trip, and give what each came to, in order.

    No call is sent twice, and the error of one does not keep the others from
    being run. When a connection fails, the calls behind it go over another.

    Raises:
        redis.exceptions.RedisError: If the scripts could not be prepared; then
            no call was sent.
    """
    return await _async.converse(client, _many(list(calls)))


def _once(call: Call[T]) -> Steps[T]:
    [answer] = yield [call.command]
    if (yield from _is_unknown(call, answer)):
        yield from _load([call])
        [answer] = yield [call.command]
    return call.result(answer)


def _many(calls: Sequence[Call[T]]) -> Steps[list[Outcome[T]]]:
    if len({call.script.sha1 for call in calls}) > 1:
        # Calls of one script must not overtake calls of another because the
        # server lacks only one of them.
        yield from _prepare(calls)
    outcomes: list[Outcome[T]] = []
    for start in range(0, len(calls), CHUNK):
        chunk = calls[start : start + CHUNK]
        answers = yield from _chunk(chunk)
        outcomes.extend(map(Outcome, chunk, answers))
    return outcomes


def _chunk(calls: Sequence[Call[T]]) -> Steps[list[Answer]]:
    answers = yield [call.command for call in calls]
    lost = []
    for index, call in enumerate(calls):
        if (yield from _is_unknown(call, answers[index])):
            lost.append(index)
    if lost:
        again = yield from _again([calls[index] for index in lost])
        for index, answer in zip(lost, again, strict=True):
            answers[index] = answer
    return answers


def _again(calls: Sequence[Call[T]]) -> Steps[list[Answer]]:
    try:
        yield from _load(calls)
    except RedisError as error:
        # None of them has run, and what became of the others is known.
        return [error] * len(calls)
    return (yield [call.command for call in calls])


def _prepare(calls: Sequence[Call[T]]) -> Steps[None]:
    wanted = _places(calls)
    known = yield [_exists(call) for call in wanted]
    yield from _load(
        [call for call, there in zip(wanted, known, strict=True) if there != [1]]
    )


def _is_unknown(call: Call[T], answer: Answer) -> Steps[bool]:
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
    [there] = yield [_exists(call)]
    return bool(there != [1])


def _exists(call: Call[T]) -> Command:
    sha1 = call.script.sha1.encode()
    return Command([b"SCRIPT", b"EXISTS", sha1], call.command.key)


def _load(calls: Sequence[Call[T]]) -> Steps[None]:
    """Load the scripts of some calls wherever these are going to run."""
    places = _places(calls)
    loads = [
        Command([b"SCRIPT", b"LOAD", call.script.source], call.command.key)
        for call in places
    ]
    answers = yield loads
    for call, answer in zip(places, answers, strict=True):
        loaded, expected = _steps.value(answer), call.script.sha1
        if loaded != expected.encode():
            found = loaded.decode() if isinstance(loaded, bytes) else repr(loaded)
            raise DigestError(call.script.name, found, expected)


def _places(calls: Sequence[Call[T]]) -> list[Call[T]]:
    """Give one call for each script and slot."""
    by_place = {(call.script.sha1, slot(call.command.key)): call for call in calls}
    return list(by_place.values())


def _read_error(error: ResponseError) -> tuple[str, str]:
    """Give the first word of an error on the wire, and its whole text.

    redis-py cuts words that it knows off the text; ERR is one of them, and what
    follows it is no class, even if it looks like one.
    """
    message = str(error)
    if error.status_code is not None:
        message = f"{error.status_code} {message}"
    return message.split(" ", 1)[0], message
