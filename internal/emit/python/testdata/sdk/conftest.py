"""What every test of the emitted EchoMQ package needs: an engine and a client.

The Go test that starts pytest starts the engines too, and names them in ENGINES
as name=url, with blanks between them.
"""

import asyncio
import os
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis
import redis.asyncio

ENGINES = dict(pair.split("=", 1) for pair in os.environ["ENGINES"].split())
SINGLE = {name: url for name, url in ENGINES.items() if name != "cluster"}


@pytest.fixture(params=SINGLE)
def url(request: pytest.FixtureRequest) -> str:
    return SINGLE[request.param]


@pytest.fixture(params=[2, 3], ids=["resp2", "resp3"])
def protocol(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(params=[False, True], ids=["bytes", "decoded"])
def options(request: pytest.FixtureRequest, protocol: int) -> dict[str, Any]:
    return {"decode_responses": request.param, "protocol": protocol}


@pytest.fixture
def queue() -> str:
    return f"q-{uuid.uuid4().hex}"


@pytest.fixture
def client(url: str, options: dict[str, Any]) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(url, **options) as made:
        yield made


@pytest.fixture
def plain(url: str) -> Iterator[redis.Redis]:
    """A client that looks at what the package left on the server."""
    with redis.Redis.from_url(url) as made:
        yield made


@pytest.fixture
def awaited(url: str, options: dict[str, Any]) -> Callable[[Any], Any]:
    """Run an async function with an async client, from beginning to end."""

    def run(body: Any) -> Any:
        async def main() -> Any:
            async with redis.asyncio.Redis.from_url(url, **options) as made:
                return await body(made)

        return asyncio.run(main())

    return run
