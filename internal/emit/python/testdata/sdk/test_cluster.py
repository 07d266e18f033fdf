"""The package on a cluster: every command goes to the owner of its slot."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import redis
import redis.asyncio
from conftest import ENGINES
from echomq import (
    AsyncJobs,
    EnqueueReply,
    FenceError,
    Jobs,
    JobsCalls,
    KindError,
    fence,
    keys,
    records,
    run_many,
    run_many_async,
    slot,
)

pytestmark = pytest.mark.skipif("cluster" not in ENGINES, reason="no cluster")

JOB = "JOB0Nb1VTbfnu4"
ORDER = "ORD0Nb1VTbfnu4"
BYTES = b"\xff\x00"


@pytest.fixture
def cluster(options: dict[str, Any]) -> Iterator[redis.RedisCluster]:
    with redis.RedisCluster.from_url(ENGINES["cluster"], **options) as made:
        yield made


@pytest.fixture
def queues(queue: str) -> list[str]:
    """Queues that lie on all three nodes."""
    made = [f"{queue}-{n}" for n in range(30)]
    assert {slot(keys.pending(q)) * 3 // 16384 for q in made} == {0, 1, 2}
    return made


def flush(client: Any) -> Any:
    return client.execute_command("SCRIPT FLUSH", target_nodes="primaries")


def test_three_answers(cluster: redis.RedisCluster, queues: list[str]) -> None:
    jobs = Jobs(cluster)
    flush(cluster)
    for q in queues:
        assert jobs.enqueue(q, JOB, BYTES) is EnqueueReply.ENQUEUED
        assert jobs.enqueue(q, JOB, b"two") is EnqueueReply.DUPLICATE
        with pytest.raises(KindError):
            jobs.enqueue(q, ORDER, b"one")
        row = records.read_job(cluster, q, JOB)
        assert row is not None
        assert row.payload == BYTES
        assert cluster.zcard(keys.pending(q)) == 1


def calls(queues: list[str]) -> list[Any]:
    made: list[Any] = []
    for q in queues:
        made += [
            JobsCalls.enqueue(q, JOB, BYTES),
            JobsCalls.enqueue(q, ORDER, b""),
            JobsCalls.promote(q, 1),
            JobsCalls.enqueue(q, JOB, b""),
        ]
    return made


def check(outcomes: list[Any]) -> None:
    for n in range(0, len(outcomes), 4):
        enqueued, refused, promoted, duplicate = outcomes[n : n + 4]
        assert enqueued.result() is EnqueueReply.ENQUEUED
        with pytest.raises(KindError):
            refused.result()
        assert promoted.result() == 0
        assert duplicate.result() is EnqueueReply.DUPLICATE


def test_cold_batch(cluster: redis.RedisCluster, queues: list[str]) -> None:
    flush(cluster)
    check(run_many(cluster, calls(queues)))
    only = [JobsCalls.enqueue(q, JOB, b"") for q in queues]
    flush(cluster)
    answers = [outcome.result() for outcome in run_many(cluster, only)]
    assert answers == [EnqueueReply.DUPLICATE] * len(queues)


def test_awaited(options: dict[str, Any], queues: list[str]) -> None:
    async def main() -> None:
        async with redis.asyncio.RedisCluster.from_url(
            ENGINES["cluster"], **options
        ) as client:
            await flush(client)
            jobs = AsyncJobs(client)
            for q in queues:
                assert await jobs.enqueue(q, JOB, BYTES) is EnqueueReply.ENQUEUED
                assert await jobs.enqueue(q, JOB, b"") is EnqueueReply.DUPLICATE
                with pytest.raises(KindError):
                    await jobs.enqueue(q, ORDER, b"one")
                row = await records.read_job_async(client, q, JOB)
                assert row is not None
                assert row.payload == BYTES
            await flush(client)
            others = [f"{q}-more" for q in queues]
            check(await run_many_async(client, calls(others)))

    asyncio.run(main())


def misroute(nodes_manager: Any, slots: set[int]) -> None:
    """Make a client believe that slots belong to other nodes than they do."""
    for at in slots:
        wrong = nodes_manager.slots_cache[(at + 16384 // 3) % 16384]
        nodes_manager.slots_cache[at] = wrong


def test_moved(cluster: redis.RedisCluster, queues: list[str]) -> None:
    misroute(cluster.nodes_manager, {slot(keys.pending(q)) for q in queues})
    assert Jobs(cluster).enqueue(queues[0], JOB, b"") is EnqueueReply.ENQUEUED
    misroute(cluster.nodes_manager, {slot(keys.pending(q)) for q in queues})
    outcomes = run_many(cluster, [JobsCalls.enqueue(q, JOB, b"") for q in queues])
    answers = [outcome.result() for outcome in outcomes]
    assert answers[0] is EnqueueReply.DUPLICATE
    assert answers[1:] == [EnqueueReply.ENQUEUED] * (len(queues) - 1)


def test_moved_awaited(options: dict[str, Any], queues: list[str]) -> None:
    async def main() -> None:
        async with redis.asyncio.RedisCluster.from_url(
            ENGINES["cluster"], **options
        ) as client:
            misroute(client.nodes_manager, {slot(keys.pending(q)) for q in queues})
            made = [JobsCalls.enqueue(q, JOB, b"") for q in queues]
            outcomes = await run_many_async(client, made)
            answers = [outcome.result() for outcome in outcomes]
            assert answers == [EnqueueReply.ENQUEUED] * len(queues)

    asyncio.run(main())


def test_slot_under_way(cluster: redis.RedisCluster, queue: str) -> None:
    """A slot that is being moved answers ASK for what is not there any more."""
    at = slot(keys.pending(queue))
    source: Any = cluster.get_node_from_key(keys.pending(queue))
    target = next(node for node in cluster.get_primaries() if node != source)
    ids = {node.name: node_id(node) for node in (source, target)}
    here, there = source.redis_connection, target.redis_connection
    there.execute_command("CLUSTER SETSLOT", at, "IMPORTING", ids[source.name])
    here.execute_command("CLUSTER SETSLOT", at, "MIGRATING", ids[target.name])
    try:
        with there.client() as client:
            client.execute_command("ASKING")
            row = {"state": "dead", "attempts": 3, "payload": BYTES}
            client.hset(keys.job(queue, JOB), mapping=row)
        read = records.read_job(cluster, queue, JOB)
        assert read is not None
        assert read.payload == BYTES
        # The keys of a call may lie on both nodes now, so the call is not run.
        with pytest.raises(redis.exceptions.TryAgainError):
            Jobs(cluster).enqueue(queue, JOB, BYTES)
    finally:
        with there.client() as client:
            client.execute_command("ASKING")
            client.delete(keys.job(queue, JOB))
        for node in (here, there):
            node.execute_command("CLUSTER SETSLOT", at, "STABLE")


def node_id(node: Any) -> str:
    answer = node.redis_connection.execute_command("CLUSTER MYID")
    return answer.decode() if isinstance(answer, bytes) else answer


def test_fence(cluster: redis.RedisCluster) -> None:
    cluster.delete(keys.version())
    try:
        fence.check(cluster)
        assert cluster.exists(keys.version()) == 1
        cluster.set(keys.version(), "other:1")
        with pytest.raises(FenceError):
            fence.check(cluster)
    finally:
        cluster.delete(keys.version())


def test_pipelines_are_refused(cluster: redis.RedisCluster, queue: str) -> None:
    pipeline = cluster.pipeline()
    with pytest.raises(TypeError, match="queue calls on it"):
        Jobs(pipeline).enqueue(queue, JOB, b"")
    with pytest.raises(TypeError, match="run_many"):
        JobsCalls.enqueue(queue, JOB, b"").queue(pipeline)
