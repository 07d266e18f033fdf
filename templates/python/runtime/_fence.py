"""The version fence: no command reaches a server that speaks another wire."""

import dataclasses
from typing import Any

from . import _async, _steps, _sync
from ._async import AsyncClient
from ._errors import FenceError
from ._steps import Command, Steps
from ._sync import Client


@dataclasses.dataclass(frozen=True, slots=True)
class Fence:
    """Claims a server for one wire version, or finds that it is claimed.

    Attributes:
        key: Where the version stands.
        wire: The version that this package speaks.
    """

    key: str
    wire: str

    def check(self, client: Client) -> None:
        """Check the server once, over a connection of this client.

        Raises:
            FenceError: If the server speaks another version.
        """
        _sync.converse(client, self._claim())

    async def check_async(self, client: AsyncClient) -> None:
        """Check the server once, over a connection of this client.

        Raises:
            FenceError: If the server speaks another version.
        """
        await _async.converse(client, self._claim())

    def on_connect(self, connection: Any) -> None:
        """Set up a new connection and check its server before any other command.

        Meant for the `redis_connect_func` of a `redis.Redis`, which redis-py runs
        on every connect and reconnect. For a cluster there is `check`: one node
        holds the fence, and a new connection may be to another.

        Raises:
            FenceError: If the server speaks another version.
        """
        connection.on_connect()
        try:
            _sync.converse_on(connection, self._claim())
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
            await _async.converse_on(connection, self._claim())
        except BaseException:
            await connection.disconnect(nowait=True)
            raise

    def _claim(self) -> Steps[None]:
        key, wire = self.key.encode(), self.wire.encode()
        get = Command([b"GET", key], key)
        [found] = yield [get]
        if found is None:
            [claimed] = yield [Command([b"SET", key, wire, b"NX"], key)]
            _steps.value(claimed)
            [found] = yield [get]
        found = _steps.value(found)
        if found != wire:
            version = None if found is None else found.decode(errors="backslashreplace")
            raise FenceError(version, self.wire)
