"""Many calls in one round trip, and calls on pipelines of redis-py."""

from typing import Any

import pytest
import redis
import redis.asyncio
from echomq import (
    EnqueueReply,
    Jobs,
    JobsCalls,
    KindError,
    keys,
    run_many,
    run_many_async,
)
from echomq.ids import Minter


def mixed(queue: str) -> list[Any]:
    job = Minter().mint("JOB")
    return [
        JobsCalls.enqueue(queue, job, b"\xff\x00"),
        JobsCalls.enqueue(queue, "ORD0Nb1VTbfnu4", b""),
        JobsCalls.enqueue(queue, job, b""),
        JobsCalls.promote(queue, 10),
    ]


def check(outcomes: list[Any]) -> None:
    assert outcomes[0].result() is EnqueueReply.ENQUEUED
    with pytest.raises(KindError):
        outcomes[1].result()
    assert outcomes[2].result() is EnqueueReply.DUPLICATE
    assert outcomes[3].result() == 0
    assert not any(outcome.is_unknown for outcome in outcomes)


def test_cold(client: redis.Redis, plain: redis.Redis, queue: str) -> None:
    plain.script_flush()
    check(run_many(client, mixed(queue)))
    check(run_many(client, mixed(queue)))
    assert plain.zcard(keys.pending(queue)) == 2


def test_cold_with_one_script(
    client: redis.Redis, plain: redis.Redis, queue: str
) -> None:
    plain.script_flush()
    mint = Minter().mint
    calls = [JobsCalls.enqueue(queue, mint("JOB"), b"%d" % n) for n in range(100)]
    outcomes = run_many(client, calls + calls[:1])
    answers = [outcome.result() for outcome in outcomes]
    assert answers == [EnqueueReply.ENQUEUED] * 100 + [EnqueueReply.DUPLICATE]
    assert plain.zcard(keys.pending(queue)) == 100


def test_cold_awaited(awaited: Any, plain: redis.Redis, queue: str) -> None:
    async def body(client: redis.asyncio.Redis) -> None:
        plain.script_flush()
        check(await run_many_async(client, mixed(queue)))
        check(await run_many_async(client, mixed(queue)))

    awaited(body)


def test_many(client: redis.Redis, plain: redis.Redis, queue: str) -> None:
    plain.script_flush()
    mint = Minter().mint
    calls = [JobsCalls.enqueue(queue, mint("JOB"), b"") for _ in range(2500)]
    calls[1200] = JobsCalls.enqueue(queue, mint("ORD"), b"")
    outcomes = Jobs(client).enqueue_many(iter(calls))
    with pytest.raises(KindError):
        outcomes.pop(1200).result()
    assert {outcome.result() for outcome in outcomes} == {EnqueueReply.ENQUEUED}
    assert plain.zcard(keys.pending(queue)) == 2499


def test_nothing(client: redis.Redis) -> None:
    assert run_many(client, []) == []


@pytest.mark.parametrize("transaction", [False, True])
def test_pipeline(
    client: redis.Redis, plain: redis.Redis, queue: str, transaction: bool
) -> None:
    plain.script_flush()
    calls = mixed(queue)
    with client.pipeline(transaction=transaction) as pipeline:
        for call in calls:
            call.queue(pipeline)
        pipeline.zcard(keys.pending(queue))
        *answers, size = pipeline.execute(raise_on_error=False)
    check([call.outcome(answer) for call, answer in zip(calls, answers, strict=True)])
    assert size == 1


def test_pipeline_awaited(awaited: Any, plain: redis.Redis, queue: str) -> None:
    async def body(client: redis.asyncio.Redis) -> None:
        plain.script_flush()
        calls = mixed(queue)
        async with client.pipeline() as pipeline:
            for call in calls:
                call.queue(pipeline)
            answers = await pipeline.execute(raise_on_error=False)
        check(
            [call.outcome(answer) for call, answer in zip(calls, answers, strict=True)]
        )

    awaited(body)
