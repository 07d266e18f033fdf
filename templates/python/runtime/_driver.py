"""The driver contract of emqgen: one request a line in, one answer a line out.

`emqgen conform` holds this package to the gates of its protocol through it. What
is here does not depend on the protocol; the module `driver` says what there is.

With `--asyncio` everything goes through what is awaited instead of what blocks.
"""

import asyncio
import base64
import dataclasses
import datetime
import enum
import hashlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TextIO

import redis
import redis.asyncio
from redis.exceptions import RedisError, ResponseError

from ._errors import DeclaredError, FenceError, RecordError, ReplyError
from ._gates import InputError

_MILLISECOND = datetime.timedelta(milliseconds=1)
_UNIX_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)

Json = Any
Reader = Callable[[Json], Any]
Params = Mapping[str, tuple[str, Reader]]


class UnsupportedError(Exception):
    """This package has no way to do what was asked."""


# Anything else is a bug, which ends the driver and says so on stderr.
_FAILURES = (UnsupportedError, InputError, FenceError, RedisError, OSError)


def same(value: Json) -> Any:
    """Read text, and whatever else is the same in JSON."""
    return value


def octets(value: Json) -> bytes:
    """Read bytes."""
    return base64.b64decode(value, validate=True)


def integer(value: Json) -> int:
    """Read an integer."""
    return int(value)


def number(value: Json) -> float:
    """Read a float."""
    return float(value)


def milliseconds(value: Json) -> datetime.timedelta:
    """Read a length of time."""
    try:
        return datetime.timedelta(milliseconds=int(value))
    except OverflowError as error:
        raise UnsupportedError(f"timedelta cannot hold {value} ms") from error


def unix_ms(value: Json) -> datetime.datetime:
    """Read an instant."""
    try:
        return _UNIX_EPOCH + datetime.timedelta(milliseconds=int(value))
    except OverflowError as error:
        raise UnsupportedError(f"datetime cannot hold {value}") from error


def each(read: Reader) -> Reader:
    """Read a list."""
    return lambda values: [read(value) for value in values]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A script, as the driver needs it.

    Attributes:
        source: Its bytes, as this package holds them.
        calls: The classes that run it through a client: one blocks, one is awaited.
        prepared: The class that makes a call which `many` can send.
        method: Its method, in both.
        params: The name in Python and the reader of each parameter.
        none: What the protocol calls the absence of an answer.
        verdicts: The enum of its fixed answers.
        members: What the protocol calls the attributes of its tuple.
    """

    source: bytes
    calls: tuple[Callable[[Any], Any], Callable[[Any], Any]]
    prepared: Any
    method: str
    params: Params
    none: str | None = None
    verdicts: type[enum.Enum] | None = None
    members: Sequence[str] = ()

    def digest(self) -> str:
        """Compute the SHA1 of the source."""
        return hashlib.sha1(self.source, usedforsecurity=False).hexdigest()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row, as the driver needs it.

    Attributes:
        read: Read it through a client: one blocks, one is awaited.
        params: The name in Python and the reader of each hole of its key.
        fields: What the protocol calls the attributes of its record.
    """

    read: tuple[Callable[..., Any], Callable[..., Any]]
    params: Params
    fields: Sequence[str]


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Driver:
    """A protocol, as the driver needs it.

    Attributes:
        protocol: Its name.
        scripts: Its scripts, by module and name.
        rows: Its rows, by the name of their key.
        errors: What it calls each error.
        many: Send calls in one round trip: one blocks, one is awaited.
        fence: Its fence, if it has one.
    """

    protocol: str
    scripts: Mapping[str, Script]
    rows: Mapping[str, Row]
    errors: Mapping[type[Exception], str]
    many: tuple[Callable[..., Any], Callable[..., Any]] | None = None
    fence: Any = None

    def main(self, lines: TextIO = sys.stdin, out: TextIO = sys.stdout) -> None:
        """Answer requests until there are no more."""
        session = _Awaited(self) if "--asyncio" in sys.argv[1:] else _Session(self)
        for line in lines:
            out.write(json.dumps(session.answer(json.loads(line))) + "\n")
            out.flush()


class _Session:
    way = 0  # of two, the one that blocks

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._client: Any = None
        self._request: Json = None

    def answer(self, request: Json) -> Json:
        operation = getattr(self, "_on_" + request["op"], None)
        if operation is None:
            return {"unsupported": f"there is no {request['op']}"}
        return self._guarded(lambda: operation(request))

    def _guarded(self, run: Callable[[], Json]) -> Json:
        try:
            return run()
        except _FAILURES as error:
            return self._failure(error)

    def _failure(self, error: Exception) -> Json:
        name = self._driver.errors.get(type(error))
        text = str(error)
        if isinstance(error, UnsupportedError):
            return {"unsupported": text}
        if isinstance(error, InputError):
            return {"host": text}
        if name is not None:
            return {"refusal": name, "message": text}
        if isinstance(error, FenceError):
            return {"fence": {"found": error.found or "", "expected": error.expected}}
        if isinstance(error, ReplyError | RecordError | DeclaredError):
            return {"reply": text}
        if isinstance(error, ResponseError):
            return {"server": f"{error.status_code or ''} {text}".strip()}
        return {"transport": text or type(error).__name__}

    def _on_hello(self, request: Json) -> Json:
        self._request = request
        self._client = self._connect()
        scripts = {name: s.digest() for name, s in self._driver.scripts.items()}
        name, protocol = "python", self._driver.protocol
        return {"hello": {"name": name, "protocol": protocol, "scripts": scripts}}

    def _on_connect(self, _: Json) -> Json:
        self._close(self._connect())
        return {"verdict": "connected"}

    def _wait(self, result: Any) -> Any:
        return result

    def _close(self, client: Any) -> None:
        client.close()

    def _connect(self) -> Any:
        fence = self._driver.fence
        url, options = self._request["url"], self._options()
        if self._request["cluster"]:
            cluster = redis.RedisCluster.from_url(url, **options)
            if fence is not None:
                fence.check(cluster)
            return cluster
        if fence is not None:
            options["redis_connect_func"] = fence.on_connect
        client = redis.Redis.from_url(url, **options)
        client.ping()
        return client

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"protocol": self._request["resp"]}
        if self._request.get("insecure"):
            options |= {"ssl_cert_reqs": "none", "ssl_check_hostname": False}
        return options

    def _on_call(self, request: Json) -> Json:
        script = self._script(request)
        arguments = _arguments(script.params, request["args"])
        run = getattr(script.calls[self.way](self._client), script.method)
        return _ended(script, self._wait(run(**arguments)))

    def _on_many(self, request: Json) -> Json:
        script = self._script(request)
        many = self._driver.many
        if many is None:
            raise UnsupportedError("there is no many")
        answers: list[Json] = []
        calls: list[Any] = []
        places: list[int] = []
        for index, call in enumerate(request["calls"]):
            answers.append(None)
            try:
                prepare = getattr(script.prepared, script.method)
                calls.append(prepare(**_arguments(script.params, call)))
                places.append(index)
            except _FAILURES as error:
                answers[index] = self._failure(error)
        outcomes = self._wait(many[self.way](self._client, calls))
        for index, outcome in zip(places, outcomes, strict=True):
            answers[index] = self._outcome(script, outcome)
        return {"many": answers}

    def _outcome(self, script: Script, outcome: Any) -> Json:
        answer = self._guarded(lambda: _ended(script, outcome.result()))
        if outcome.is_unknown:
            return {"unknown": answer.get("transport", "")}
        if "transport" in answer:
            return {"unsent": answer["transport"]}
        return answer

    def _on_read(self, request: Json) -> Json:
        row = self._driver.rows.get(request["key"])
        if row is None:
            raise UnsupportedError(f"there is no reader of {request['key']}")
        arguments = _arguments(row.params, request["args"])
        record = self._wait(row.read[self.way](self._client, **arguments))
        if record is None:
            return {"absent": True}
        values = _attributes(record, row.fields, ())
        return {"fields": {k: v for k, v in values.items() if v is not None}}

    def _script(self, request: Json) -> Script:
        name = f"{request['module']}.{request['script']}"
        script = self._driver.scripts.get(name)
        if script is None:
            raise UnsupportedError(f"there is no script {name}")
        return script


class _Awaited(_Session):
    way = 1

    def __init__(self, driver: Driver) -> None:
        super().__init__(driver)
        self._runner = asyncio.Runner()

    def _wait(self, result: Any) -> Any:
        return self._runner.run(result)

    def _close(self, client: Any) -> None:
        self._wait(client.aclose())

    def _connect(self) -> Any:
        return self._wait(self._open())

    async def _open(self) -> Any:
        fence = self._driver.fence
        url, options = self._request["url"], self._options()
        if self._request["cluster"]:
            cluster = redis.asyncio.RedisCluster.from_url(url, **options)
            if fence is not None:
                await fence.check_async(cluster)
            return cluster
        if fence is not None:
            options["redis_connect_func"] = fence.on_connect_async
        client = redis.asyncio.Redis.from_url(url, **options)
        await client.ping()
        return client


def _arguments(params: Params, given: Json) -> dict[str, Any]:
    arguments = {}
    for name, value in given.items():
        python, read = params[name]
        try:
            arguments[python] = read(value)
        except ValueError as error:
            raise UnsupportedError(f"{name}: {error}") from error
    return arguments


def _ended(script: Script, reply: Any) -> Json:
    if script.verdicts is not None and isinstance(reply, script.verdicts):
        return {"verdict": reply.value}
    if reply is None and script.none is not None:
        return {"verdict": script.none}
    return {"value": _json(reply, script.members)}


def _json(value: Any, members: Sequence[str]) -> Json:
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, datetime.timedelta):
        return str(value // _MILLISECOND)
    if isinstance(value, datetime.datetime):
        return str((value - _UNIX_EPOCH) // _MILLISECOND)
    if isinstance(value, Mapping):
        return [[_json(k, ()), _json(v, members)] for k, v in value.items()]
    if isinstance(value, Sequence):
        return [_json(item, members) for item in value]
    if dataclasses.is_dataclass(value):
        return _attributes(value, members, members)
    return str(value)


def _attributes(value: Any, names: Sequence[str], members: Sequence[str]) -> Json:
    fields = dataclasses.fields(value)
    return {
        name: _json(getattr(value, field.name), members)
        for name, field in zip(names, fields, strict=True)
    }
