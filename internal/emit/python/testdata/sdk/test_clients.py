"""Clients of every making serve."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest
import redis
import redis.asyncio
from echomq import (
    AsyncJobs,
    EnqueueReply,
    Jobs,
    JobsCalls,
    fence,
    keys,
    records,
    run_many,
)
from echomq.ids import Minter
from redis.backoff import NoBackoff
from redis.retry import Retry

JOB = "JOB0Nb1VTbfnu4"
BYTES = b"\xff\x00"


def pooled(url: str) -> redis.Redis:
    pool = redis.BlockingConnectionPool.from_url(url, max_connections=2, timeout=5)
    return redis.Redis(connection_pool=pool)


BLOCKING: dict[str, Callable[[str], redis.Redis]] = {
    "pinned": lambda url: redis.Redis.from_url(url, single_connection_client=True),
    "pooled": pooled,
    "checked": lambda url: redis.Redis.from_url(url, health_check_interval=1),
    "fenced": lambda url: redis.Redis.from_url(
        url, redis_connect_func=fence.on_connect, health_check_interval=1
    ),
    "latin": lambda url: redis.Redis.from_url(
        url, encoding="latin-1", decode_responses=True
    ),
    "retrying": lambda url: redis.Redis.from_url(url, retry=Retry(NoBackoff(), 9)),
}


@pytest.mark.parametrize("making", BLOCKING)
def test_blocking(url: str, plain: redis.Redis, queue: str, making: str) -> None:
    with BLOCKING[making](url) as client:
        plain.script_flush()
        jobs = Jobs(client)
        assert jobs.enqueue(queue, JOB, BYTES) is EnqueueReply.ENQUEUED
        assert jobs.enqueue(queue, JOB, BYTES) is EnqueueReply.DUPLICATE
        row = records.read_job(client, queue, JOB)
        assert row is not None
        assert row.payload == BYTES
        plain.hset(keys.job(queue, JOB), "payload", b"other")
        row = records.read_job(client, queue, JOB)
        assert row is not None
        assert row.payload == b"other"
        outcomes = run_many(client, [JobsCalls.enqueue(queue, JOB, BYTES)] * 3)
        assert [o.result() for o in outcomes] == [EnqueueReply.DUPLICATE] * 3
        # The client's own commands go on as before.
        assert client.zcard(keys.pending(queue)) == 1
    plain.delete(keys.version())


@pytest.mark.parametrize(
    "options",
    [
        {"single_connection_client": True},
        {"health_check_interval": 1},
        {"redis_connect_func": fence.on_connect_async},
        {"max_connections": 1},
    ],
)
def test_awaited(
    url: str, plain: redis.Redis, queue: str, options: dict[str, Any]
) -> None:
    async def main() -> None:
        async with redis.asyncio.Redis.from_url(url, **options) as client:
            plain.script_flush()
            jobs = AsyncJobs(client)
            assert await jobs.enqueue(queue, JOB, BYTES) is EnqueueReply.ENQUEUED
            row = await records.read_job_async(client, queue, JOB)
            assert row is not None
            assert row.payload == BYTES
            assert await client.zcard(keys.pending(queue)) == 1

    asyncio.run(main())
    plain.delete(keys.version())


def test_threads_share_a_client(url: str, plain: redis.Redis, queue: str) -> None:
    plain.script_flush()
    mint = Minter().mint
    with redis.Redis.from_url(url) as client:
        jobs = Jobs(client)
        answers: list[EnqueueReply] = []

        def work() -> None:
            answers.extend(jobs.enqueue(queue, mint("JOB"), b"") for _ in range(50))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == [EnqueueReply.ENQUEUED] * 400
    assert plain.zcard(keys.pending(queue)) == 400


def test_tasks_share_a_client(url: str, plain: redis.Redis, queue: str) -> None:
    async def main() -> list[EnqueueReply]:
        mint = Minter().mint
        async with redis.asyncio.Redis.from_url(
            url, single_connection_client=True
        ) as client:
            jobs = AsyncJobs(client)
            made = [jobs.enqueue(queue, mint("JOB"), b"") for _ in range(200)]
            return await asyncio.gather(*made)

    plain.script_flush()
    assert asyncio.run(main()) == [EnqueueReply.ENQUEUED] * 200
