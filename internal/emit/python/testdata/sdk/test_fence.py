"""The version fence: match, absent, foreign; on connect, reconnect and by hand."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import redis
import redis.asyncio
from echomq import AsyncJobs, FenceError, Jobs, fence, keys

ID = "JOB0Nb1VTbfnu4"


@pytest.fixture(autouse=True)
def clean(plain: redis.Redis) -> Iterator[None]:
    plain.delete(keys.version())
    yield
    plain.delete(keys.version())


@pytest.fixture
def fenced(url: str, options: dict[str, Any]) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(
        url, redis_connect_func=fence.on_connect, **options
    ) as made:
        yield made


def test_absent_is_claimed(fenced: redis.Redis, plain: redis.Redis, queue: str) -> None:
    Jobs(fenced).enqueue(queue, ID, b"")
    assert plain.get("{emq}:version") == b"echomq:2.0.0"


def test_match(fenced: redis.Redis, plain: redis.Redis, queue: str) -> None:
    plain.set("{emq}:version", fence.WIRE)
    Jobs(fenced).enqueue(queue, ID, b"")


@pytest.mark.parametrize("found", [b"echomq:2.0.1", b"echomq:2.0.0 ", b"", b"\xff"])
def test_foreign(
    fenced: redis.Redis, plain: redis.Redis, queue: str, found: bytes
) -> None:
    plain.set("{emq}:version", found)
    for _ in range(2):  # the connection must not come back from the pool as admitted
        with pytest.raises(FenceError) as caught:
            Jobs(fenced).enqueue(queue, ID, b"")
        assert caught.value.found == found.decode(errors="backslashreplace")
        assert caught.value.expected == "echomq:2.0.0"
        with pytest.raises(FenceError):
            fenced.get("anything")
    assert plain.exists(keys.job(queue, ID)) == 0
    assert plain.get("{emq}:version") == found


def test_reconnect(fenced: redis.Redis, plain: redis.Redis, queue: str) -> None:
    Jobs(fenced).enqueue(queue, ID, b"")
    plain.set("{emq}:version", "other:1")
    fenced.connection_pool.disconnect()
    with pytest.raises(FenceError):
        Jobs(fenced).enqueue(queue, ID, b"")


def test_by_hand(client: redis.Redis, plain: redis.Redis) -> None:
    fence.check(client)
    assert plain.get("{emq}:version") == b"echomq:2.0.0"
    plain.set("{emq}:version", "other:1")
    with pytest.raises(FenceError):
        fence.check(client)


def test_awaited(
    url: str, options: dict[str, Any], plain: redis.Redis, queue: str
) -> None:
    async def main() -> None:
        async with redis.asyncio.Redis.from_url(
            url, redis_connect_func=fence.on_connect_async, **options
        ) as client:
            await AsyncJobs(client).enqueue(queue, ID, b"")
            assert plain.get("{emq}:version") == b"echomq:2.0.0"
            await fence.check_async(client)
            plain.set("{emq}:version", "other:1")
            with pytest.raises(FenceError):
                await fence.check_async(client)
            await client.connection_pool.disconnect()
            for _ in range(2):
                with pytest.raises(FenceError):
                    await AsyncJobs(client).enqueue(queue, ID, b"")
                with pytest.raises(FenceError):
                    await client.get("anything")

    asyncio.run(main())


def test_is_not_retried(url: str, plain: redis.Redis, queue: str) -> None:
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    plain.set("{emq}:version", "other:1")
    connects = []

    def counting(connection: Any) -> None:
        connects.append(connection)
        fence.on_connect(connection)

    client = redis.Redis.from_url(
        url,
        redis_connect_func=counting,
        retry=Retry(NoBackoff(), 5),
        retry_on_error=[redis.RedisError],
    )
    with pytest.raises(FenceError):
        Jobs(client).enqueue(queue, ID, b"")
    assert len(connects) == 1
