"""How conversations travel over a client that is awaited."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeAlias, TypeVar

import redis.asyncio
from redis.asyncio.client import Pipeline
from redis.asyncio.cluster import ClusterPipeline
from redis.exceptions import RedisError, ResponseError

from ._steps import Answer, Command, Lost, Redirects, Steps

T = TypeVar("T")

AsyncClient: TypeAlias = redis.asyncio.Redis | redis.asyncio.RedisCluster


async def converse(client: AsyncClient, steps: Steps[T]) -> T:
    """Hold a conversation over the connections of a client."""
    if isinstance(client, Pipeline | ClusterPipeline):
        raise TypeError("a pipeline cannot be asked: queue calls on it instead")
    if isinstance(client, redis.asyncio.RedisCluster):
        await client.initialize()
        return await _drive(steps, _Cluster(client))
    async with _lease(client) as connection:
        return await _drive(steps, _Single(connection))


async def converse_on(connection: Any, steps: Steps[T]) -> T:
    """Hold a conversation on a connection that is being set up."""
    return await _drive(steps, _Single(connection, check_health=False))


async def _drive(steps: Steps[T], link: "_Single | _Cluster") -> T:
    try:
        commands = next(steps)
        while True:
            commands = steps.send(await link.exchange(commands))
    except StopIteration as end:
        result: T = end.value
        return result


class _Single:
    """One connection."""

    def __init__(self, connection: Any, check_health: bool = True) -> None:
        self._connection = connection
        self._check_health = check_health
        self._failed = False

    async def exchange(self, commands: Sequence[Command]) -> list[Answer]:
        connection = self._connection
        answers: list[Answer] = []
        if self._failed:
            try:
                await connection.connect()
            except (RedisError, OSError) as error:
                # No connection, so nothing was sent.
                return [error] * len(commands)
            self._failed = False
        try:
            packed = connection.pack_commands([command.words for command in commands])
            await connection.send_packed_command(
                packed, check_health=self._check_health
            )
            while len(answers) < len(commands):
                try:
                    answer = await connection.read_response(disable_decoding=True)
                    answers.append(answer)
                except ResponseError as error:
                    answers.append(error)
        except (RedisError, OSError) as error:
            await connection.disconnect(nowait=True)
            self._failed = True
            return answers + [Lost(error)] * (len(commands) - len(answers))
        except BaseException:
            # Whatever is left unread would answer the next command.
            await connection.disconnect(nowait=True)
            raise
        return answers


class _Cluster:
    """The nodes of a cluster, each command sent to the owner of its slot."""

    def __init__(self, client: Any) -> None:
        self._client = client

    async def exchange(self, commands: Sequence[Command]) -> list[Answer]:
        redirects = Redirects(commands)
        for _ in range(Redirects.LIMIT):
            await self._send(redirects)
            if redirects.stale:
                with contextlib.suppress(RedisError):
                    await self._client.nodes_manager.initialize()
            if not redirects.pending:
                break
        return redirects.answers

    async def _send(self, redirects: Redirects) -> None:
        by_node: dict[Any, list[int]] = {}
        for index in redirects.take():
            ask = redirects.asked.pop(index, None)
            if ask is not None:
                await self._ask(redirects, index, ask)
                continue
            node = self._owner(redirects.commands[index])
            by_node.setdefault(node, []).append(index)
        for node, indexes in by_node.items():
            commands = [redirects.commands[index] for index in indexes]
            redirects.settle(indexes, await self._exchange_with(node, commands))

    async def _ask(self, redirects: Redirects, index: int, ask: Any) -> None:
        node = self._client.get_node(host=ask.host, port=ask.port)
        commands = [Command([b"ASKING"]), redirects.commands[index]]
        answers = await self._exchange_with(node, commands)
        redirects.settle([index], answers[1:])

    def _owner(self, command: Command) -> Any:
        if not command.key:
            return self._client.get_default_node()
        return self._client.get_node_from_key(command.key)

    async def _exchange_with(
        self, node: Any, commands: Sequence[Command]
    ) -> list[Answer]:
        try:
            connection = node.acquire_connection()
        except RedisError as error:
            return [error] * len(commands)
        try:
            await _freshen(connection)
            return await _Single(connection).exchange(commands)
        except RedisError as error:
            # No connection, so nothing was sent.
            return [error] * len(commands)
        finally:
            node.release(connection)


async def _freshen(connection: Any) -> None:
    """Connect, and again if the server has closed the connection meanwhile.

    The pool of a plain client does so; the nodes of a cluster do not.
    """
    await connection.connect()
    try:
        stale = await _can_read(connection)
    except (RedisError, OSError):
        stale = True
    if stale:
        await connection.disconnect(nowait=True)
        await connection.connect()


async def _can_read(connection: Any) -> Any:
    if hasattr(connection, "can_read"):
        return await connection.can_read()
    return await connection.can_read_destructive()  # before redis-py 8


@contextlib.asynccontextmanager
async def _lease(client: redis.asyncio.Redis) -> AsyncIterator[Any]:
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
