"""The version fence: no command reaches a server that speaks another wire."""

import dataclasses
from typing import Any

import redis
import redis.asyncio

from . import _connections
from ._connections import Steps
from ._errors import FenceError


@dataclasses.dataclass(frozen=True, slots=True)
class Fence:
    """Claims a server for one wire version, or finds that it is claimed.

    Attributes:
        key: Where the version stands.
        wire: The version that this package speaks.
    """

    key: str
    wire: str

    def check(self, client: redis.Redis) -> None:
        """Check the server once, over a connection of this client.

        Raises:
            FenceError: If the server speaks another version.
        """
        _connections.converse(client, self._steps())

    async def check_async(self, client: redis.asyncio.Redis) -> None:
        """Check the server once, over a connection of this client.

        Raises:
            FenceError: If the server speaks another version.
        """
        await _connections.converse_async(client, self._steps())

    def on_connect(self, connection: Any) -> None:
        """Set up a new connection and check its server before any other command.

        Meant for the `redis_connect_func` of a `redis.Redis`, which redis-py runs
        on every connect and reconnect.

        Raises:
            FenceError: If the server speaks another version.
        """
        connection.on_connect()
        try:
            _connections.converse_on(connection, self._steps())
        except BaseException:
            # A connection left open here would be used as if it had been admitted.
            connection.disconnect()
            raise

    async def on_connect_async(self, connection: Any) -> None:
        """Do the same for the `redis_connect_func` of a `redis.asyncio.Redis`.

        Raises:
            FenceError: If the server speaks another version.
        """
        await connection.on_connect()
        try:
            await _connections.converse_async_on(connection, self._steps())
        except BaseException:
            await connection.disconnect(nowait=True)
            raise

    def _steps(self) -> Steps[None]:
        key, wire = self.key.encode(), self.wire.encode()
        [found] = yield [[b"GET", key]]
        if found is None:
            [claimed] = yield [[b"SET", key, wire, b"NX"]]
            if isinstance(claimed, Exception):
                raise claimed
            [found] = yield [[b"GET", key]]
        if isinstance(found, Exception):
            raise found
        if found != wire:
            raise FenceError(
                None if found is None else found.decode(errors="backslashreplace"),
                self.wire,
            )
