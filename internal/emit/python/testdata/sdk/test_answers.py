"""The three answers, and what they leave on the server."""

from typing import Any

import pytest
import redis
import redis.asyncio
from echomq import (
    AsyncJobs,
    EnqueueReply,
    InputError,
    JobRecord,
    Jobs,
    JobState,
    KindError,
    keys,
    records,
)

JOB = "JOB0Nb1VTbfnu4"
ORDER = "ORD0Nb1VTbfnu4"
BYTES = bytes(range(256)) + b"\r\n$-1\r\n"


def check_row(plain: redis.Redis, queue: str, payload: bytes) -> None:
    row = plain.hgetall(keys.job(queue, JOB))
    assert row == {b"state": b"pending", b"attempts": b"0", b"payload": payload}
    assert plain.zrange(keys.pending(queue), 0, -1) == [JOB.encode()]
    assert plain.exists(keys.job(queue, ORDER)) == 0


def test_three_answers(client: redis.Redis, plain: redis.Redis, queue: str) -> None:
    jobs = Jobs(client)
    assert jobs.enqueue(queue, JOB, BYTES) is EnqueueReply.ENQUEUED
    assert jobs.enqueue(queue, JOB, b"two") is EnqueueReply.DUPLICATE
    with pytest.raises(KindError) as caught:
        jobs.enqueue(queue, ORDER, b"one")
    assert caught.value.word == "EMQKIND"
    assert caught.value.message == "EMQKIND job id must be JOB-namespaced"
    assert isinstance(caught.value, redis.ResponseError)
    check_row(plain, queue, BYTES)


def test_three_answers_awaited(awaited: Any, plain: redis.Redis, queue: str) -> None:
    async def body(client: redis.asyncio.Redis) -> None:
        jobs = AsyncJobs(client)
        assert await jobs.enqueue(queue, JOB, BYTES) is EnqueueReply.ENQUEUED
        assert await jobs.enqueue(queue, JOB, b"two") is EnqueueReply.DUPLICATE
        with pytest.raises(KindError):
            await jobs.enqueue(queue, ORDER, b"one")

    awaited(body)
    check_row(plain, queue, BYTES)


def test_after_script_flush(
    client: redis.Redis, plain: redis.Redis, queue: str
) -> None:
    jobs = Jobs(client)
    answers = []
    for _ in range(2):
        plain.script_flush()
        answers.append(jobs.enqueue(queue, JOB, BYTES))
    assert answers == [EnqueueReply.ENQUEUED, EnqueueReply.DUPLICATE]
    plain.script_flush()
    with pytest.raises(KindError):
        jobs.enqueue(queue, ORDER, b"one")
    check_row(plain, queue, BYTES)


def test_after_script_flush_awaited(
    awaited: Any, plain: redis.Redis, queue: str
) -> None:
    async def body(client: redis.asyncio.Redis) -> None:
        jobs = AsyncJobs(client)
        plain.script_flush()
        assert await jobs.enqueue(queue, JOB, BYTES) is EnqueueReply.ENQUEUED
        plain.script_flush()
        assert await jobs.enqueue(queue, JOB, b"two") is EnqueueReply.DUPLICATE
        plain.script_flush()
        with pytest.raises(KindError):
            await jobs.enqueue(queue, ORDER, b"one")

    awaited(body)
    check_row(plain, queue, BYTES)


def test_record(client: redis.Redis, queue: str) -> None:
    assert records.read_job(client, queue, JOB) is None
    Jobs(client).enqueue(queue, JOB, BYTES)
    assert records.read_job(client, queue, JOB) == JobRecord(
        state=JobState.PENDING, attempts=0, payload=BYTES, last_error=None
    )


def test_record_awaited(awaited: Any, queue: str) -> None:
    async def body(client: redis.asyncio.Redis) -> None:
        assert await records.read_job_async(client, queue, JOB) is None
        await AsyncJobs(client).enqueue(queue, JOB, BYTES)
        job = await records.read_job_async(client, queue, JOB)
        assert job is not None and job.payload == BYTES

    awaited(body)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("state", "sleeping"),
        ("attempts", "1.0"),
        ("attempts", "+1"),
        ("attempts", "1_000"),
        ("attempts", " 1"),
        ("attempts", ""),
        ("attempts", "٣"),
        ("attempts", "9223372036854775808"),
        ("last_error", b"\xff"),
    ],
)
def test_malformed_field(
    client: redis.Redis, plain: redis.Redis, queue: str, field: str, value: Any
) -> None:
    from echomq import RecordError

    Jobs(client).enqueue(queue, JOB, b"")
    plain.hset(keys.job(queue, JOB), field, value)
    with pytest.raises(RecordError) as caught:
        records.read_job(client, queue, JOB)
    assert caught.value.field == field
    plain.hdel(keys.job(queue, JOB), field)
    if field != "last_error":
        with pytest.raises(RecordError, match="expected the field to be there"):
            records.read_job(client, queue, JOB)


def test_host_gate_is_before_the_wire(queue: str) -> None:
    nowhere = redis.Redis(port=1)
    jobs = Jobs(nowhere)
    for name, args in {
        "queue": ("emq", JOB, b""),
        "id": (queue, "job-42", b""),
        "payload": (queue, JOB, "text"),
    }.items():
        with pytest.raises(InputError) as caught:
            jobs.enqueue(*args)  # type: ignore[arg-type]
        assert caught.value.name == name
    with pytest.raises(redis.ConnectionError):
        jobs.enqueue(queue, ORDER, b"")
