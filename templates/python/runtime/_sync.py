"""How conversations travel over a client that blocks."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

import redis
from redis.client import Pipeline
from redis.cluster import ClusterPipeline
from redis.exceptions import RedisError, ResponseError

from ._steps import Answer, Command, Lost, Redirects, Steps

T = TypeVar("T")

Client: TypeAlias = redis.Redis | redis.RedisCluster


def converse(client: Client, steps: Steps[T]) -> T:
    """Hold a conversation over the connections of a client."""
    if isinstance(client, Pipeline | ClusterPipeline):
        raise TypeError("a pipeline cannot be asked: queue calls on it instead")
    if isinstance(client, redis.RedisCluster):
        return _drive(steps, _Cluster(client))
    with _lease(client) as connection:
        return _drive(steps, _Single(connection))


def converse_on(connection: Any, steps: Steps[T]) -> T:
    """Hold a conversation on a connection that is being set up."""
    return _drive(steps, _Single(connection, check_health=False))


def _drive(steps: Steps[T], link: "_Single | _Cluster") -> T:
    try:
        commands = next(steps)
        while True:
            commands = steps.send(link.exchange(commands))
    except StopIteration as end:
        result: T = end.value
        return result


class _Single:
    """One connection."""

    def __init__(self, connection: Any, check_health: bool = True) -> None:
        self._connection = connection
        self._check_health = check_health
        self._failed = False

    def exchange(self, commands: Sequence[Command]) -> list[Answer]:
        connection = self._connection
        answers: list[Answer] = []
        if self._failed:
            try:
                connection.connect()
            except (RedisError, OSError) as error:
                # No connection, so nothing was sent.
                return [error] * len(commands)
            self._failed = False
        try:
            packed = connection.pack_commands([command.words for command in commands])
            connection.send_packed_command(packed, check_health=self._check_health)
            while len(answers) < len(commands):
                try:
                    answers.append(connection.read_response(disable_decoding=True))
                except ResponseError as error:
                    answers.append(error)
        except (RedisError, OSError) as error:
            connection.disconnect()
            self._failed = True
            return answers + [Lost(error)] * (len(commands) - len(answers))
        except BaseException:
            # Whatever is left unread would answer the next command.
            connection.disconnect()
            raise
        return answers


class _Cluster:
    """The nodes of a cluster, each command sent to the owner of its slot."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def exchange(self, commands: Sequence[Command]) -> list[Answer]:
        redirects = Redirects(commands)
        for _ in range(Redirects.LIMIT):
            self._send(redirects)
            if redirects.stale:
                with contextlib.suppress(RedisError):
                    self._client.nodes_manager.initialize()
            if not redirects.pending:
                break
        return redirects.answers

    def _send(self, redirects: Redirects) -> None:
        by_node: dict[Any, list[int]] = {}
        for index in redirects.take():
            ask = redirects.asked.pop(index, None)
            if ask is not None:
                self._ask(redirects, index, ask)
                continue
            node = self._owner(redirects.commands[index])
            by_node.setdefault(node, []).append(index)
        for node, indexes in by_node.items():
            commands = [redirects.commands[index] for index in indexes]
            redirects.settle(indexes, self._exchange_with(node, commands))

    def _ask(self, redirects: Redirects, index: int, ask: Any) -> None:
        node = self._client.get_node(host=ask.host, port=ask.port)
        commands = [Command([b"ASKING"]), redirects.commands[index]]
        redirects.settle([index], self._exchange_with(node, commands)[1:])

    def _owner(self, command: Command) -> Any:
        if not command.key:
            return self._client.get_default_node()
        return self._client.get_node_from_key(command.key)

    def _exchange_with(self, node: Any, commands: Sequence[Command]) -> list[Answer]:
        try:
            with _lease(self._client.get_redis_connection(node)) as connection:
                return _Single(connection).exchange(commands)
        except RedisError as error:
            # No connection, so nothing was sent.
            return [error] * len(commands)


@contextlib.contextmanager
def _lease(client: redis.Redis) -> Iterator[Any]:
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
