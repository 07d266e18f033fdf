"""Commands on the wire: sent once, answered with the bytes that came back.

A client of redis-py sends a command again when the connection fails, and cannot
know whether the first one took effect. Commands sent from here are never sent
again: they go through a connection of the client's pool, past its retries. For
the same reason answers come undecoded, whatever `decode_responses` says.
"""

import contextlib
from collections.abc import AsyncIterator, Generator, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

import redis
import redis.asyncio
from redis.exceptions import RedisError, ResponseError

T = TypeVar("T")

Command: TypeAlias = Sequence[bytes]

# What a command can come to: a reply of the server, or the error in its place.
Answer: TypeAlias = Any

# One conversation: yields commands for one round trip, is sent their answers,
# and returns what it came to.
Steps: TypeAlias = Generator[list[Command], list[Answer], T]


def converse(client: redis.Redis, steps: Steps[T]) -> T:
    """Hold a conversation on one connection of the client's pool."""
    with _lease(client) as connection:
        return converse_on(connection, steps)


async def converse_async(client: redis.asyncio.Redis, steps: Steps[T]) -> T:
    """Hold a conversation on one connection of the client's pool."""
    async with _lease_async(client) as connection:
        return await converse_async_on(connection, steps)


def converse_on(connection: Any, steps: Steps[T]) -> T:
    """Hold a conversation on this connection."""
    try:
        commands = next(steps)
        while True:
            commands = steps.send(_exchange(connection, commands))
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]


async def converse_async_on(connection: Any, steps: Steps[T]) -> T:
    """Hold a conversation on this connection."""
    try:
        commands = next(steps)
        while True:
            commands = steps.send(await _exchange_async(connection, commands))
    except StopIteration as end:
        return end.value  # type: ignore[no-any-return]


@contextlib.contextmanager
def _lease(client: redis.Redis) -> Iterator[Any]:
    _refuse_pipeline(client)
    pinned = client.connection
    if pinned is not None:
        with client.single_connection_lock:
            yield pinned
        return
    pool: Any = client.connection_pool
    connection = pool.get_connection()
    try:
        yield connection
    finally:
        pool.release(connection)


@contextlib.asynccontextmanager
async def _lease_async(client: redis.asyncio.Redis) -> AsyncIterator[Any]:
    _refuse_pipeline(client)
    await client.initialize()
    pinned = client.connection
    if pinned is not None:
        async with client._single_conn_lock:
            yield pinned
        return
    pool: Any = client.connection_pool
    connection = await pool.get_connection()
    try:
        yield connection
    finally:
        await pool.release(connection)


def _refuse_pipeline(client: object) -> None:
    if isinstance(client, redis.client.Pipeline | redis.asyncio.client.Pipeline):
        raise TypeError("a pipeline answers later: give it a call's queue method")


def _exchange(connection: Any, commands: list[Command]) -> list[Answer]:
    answers: list[Answer] = []
    try:
        connection.send_packed_command(connection.pack_commands(commands))
        while len(answers) < len(commands):
            try:
                answers.append(connection.read_response(disable_decoding=True))
            except ResponseError as error:
                answers.append(error)
    except (RedisError, OSError) as error:
        connection.disconnect()
        return _fill(answers, commands, error)
    except BaseException:
        # Whatever is left unread would answer the next command.
        connection.disconnect()
        raise
    return answers


async def _exchange_async(connection: Any, commands: list[Command]) -> list[Answer]:
    answers: list[Answer] = []
    try:
        await connection.send_packed_command(connection.pack_commands(commands))
        while len(answers) < len(commands):
            try:
                answers.append(await connection.read_response(disable_decoding=True))
            except ResponseError as error:
                answers.append(error)
    except (RedisError, OSError) as error:
        await connection.disconnect(nowait=True)
        return _fill(answers, commands, error)
    except BaseException:
        # Whatever is left unread would answer the next command.
        await connection.disconnect(nowait=True)
        raise
    return answers


def _fill(
    answers: list[Answer], commands: list[Command], error: Exception
) -> list[Answer]:
    return answers + [error] * (len(commands) - len(answers))
