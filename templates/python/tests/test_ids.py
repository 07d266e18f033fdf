import itertools
import threading

import pytest

from runtime import _ids
from runtime._gates import InputError

LAYOUT = _ids.Layout(
    epoch_ms=1704067200000, time_bits=41, node_bits=10, sequence_bits=12
)

# id, snowflake, ts, node, sequence, instant: the table of the wire.
TABLE = [
    (
        "USR0KHTOWnGLuC",
        274557032793636864,
        65459497641,
        0,
        0,
        "2026-01-27T15:11:37.641",
    ),
    (
        "USR0NgWEfAEJfs",
        320636799581945856,
        76445770164,
        0,
        0,
        "2026-06-03T18:56:10.164",
    ),
    (
        "JOB0Nb1VTbfnu4",
        319436884017152000,
        76159688000,
        0,
        0,
        "2026-05-31T11:28:08.000",
    ),
    (
        "JOB0IiuVjOBhPe",
        253473535287128106,
        60432800123,
        7,
        42,
        "2025-11-30T10:53:20.123",
    ),
    ("JOB00000000000", 0, 0, 0, 0, "2024-01-01T00:00:00.000"),
    ("JOBAzL8n0Y58m7", 2**63 - 1, 2199023255551, 1023, 4095, "2093-09-06T15:47:35.551"),
]

NOT_IDS = [
    "job-42",
    "JOBAzL8n0Y58m8",
    "USRzzzzzzzzzzz",
    "job0Nb1VTbfnu4",
    "JOB0Nb1VTbfnu",
    "JOB0Nb1VTbfnu44",
    "JÖB0Nb1VTbfnu",
    "JOB0Nb1VTbfn\n4",
    "JOB0Nb1VTbfnu4\n",
    "JOB0Nb1VTbfnu٤",
    "",
    b"JOB0Nb1VTbfnu4",
    None,
]


@pytest.mark.parametrize(
    ("id", "snowflake", "ts", "node", "sequence", "instant"), TABLE
)
def test_table(
    id: str, snowflake: int, ts: int, node: int, sequence: int, instant: str
) -> None:
    decoded = LAYOUT.decode(id)
    assert decoded.brand == id[:3]
    assert decoded.snowflake == snowflake
    assert decoded.unix_ms == ts + LAYOUT.epoch_ms
    assert (decoded.node, decoded.sequence) == (node, sequence)
    assert decoded.time.isoformat(timespec="milliseconds") == instant + "+00:00"
    assert LAYOUT.encode(id[:3], snowflake) == id
    assert LAYOUT.check(id)


@pytest.mark.parametrize("value", NOT_IDS)
def test_not_ids(value: str) -> None:
    assert not LAYOUT.check(value)
    with pytest.raises(InputError):
        LAYOUT.decode(value)


@pytest.mark.parametrize("snowflake", [-1, 2**63])
def test_encode_refuses_numbers(snowflake: int) -> None:
    with pytest.raises(InputError, match="snowflake"):
        LAYOUT.encode("JOB", snowflake)


@pytest.mark.parametrize("brand", ["", "JO", "JOBS", "job", "J0B", "JÖB"])
def test_encode_refuses_brands(brand: str) -> None:
    with pytest.raises(InputError, match="brand"):
        LAYOUT.encode(brand, 0)


def test_order_of_bytes_is_order_of_numbers() -> None:
    numbers = sorted({(1 << n) - d for n in range(64) for d in (0, 1) if 0 < n})
    numbers = [number for number in numbers if number < 2**63]
    written = [LAYOUT.encode("JOB", number) for number in numbers]
    assert written == sorted(written)
    assert [LAYOUT.decode(id).snowflake for id in written] == numbers


def minter(*times: int, node: int = 0) -> _ids.Minter:
    clock = itertools.chain(times, itertools.repeat(times[-1]))
    return _ids.Minter(LAYOUT, node, lambda: LAYOUT.epoch_ms + next(clock))


def parts(id: str) -> tuple[int, int, int]:
    decoded = LAYOUT.decode(id)
    return decoded.unix_ms - LAYOUT.epoch_ms, decoded.node, decoded.sequence


def test_mint_counts_within_a_millisecond() -> None:
    m = minter(5, 5, 6, node=7)
    assert [parts(m.mint("JOB")) for _ in range(3)] == [(5, 7, 0), (5, 7, 1), (6, 7, 0)]


def test_mint_carries_a_used_up_sequence_into_the_time() -> None:
    m = minter(5)
    minted = [m.mint("JOB") for _ in range(4097)]
    assert parts(minted[4095]) == (5, 0, 4095)
    assert parts(minted[4096]) == (6, 0, 0)
    assert minted == sorted(set(minted))


def test_mint_counts_past_a_clock_set_back() -> None:
    m = minter(100, 3, 3, 100, 101)
    minted = [parts(m.mint("JOB")) for _ in range(5)]
    assert minted == [(100, 0, 0), (100, 0, 1), (100, 0, 2), (100, 0, 3), (101, 0, 0)]


def test_mint_keeps_one_count_for_all_brands() -> None:
    m = minter(1)
    assert m.mint("JOB")[3:] != m.mint("USR")[3:]


def test_mint_serves_threads() -> None:
    m = _ids.Minter(LAYOUT, 1)
    minted: list[list[str]] = [[] for _ in range(8)]

    def work(mine: list[str]) -> None:
        mine.extend(m.mint("JOB") for _ in range(2000))

    threads = [threading.Thread(target=work, args=(mine,)) for mine in minted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id for mine in minted for id in mine}) == 16000
    assert all(mine == sorted(mine) for mine in minted)


def test_mint_refuses_times_without_bits() -> None:
    with pytest.raises(OverflowError):
        minter(-1).mint("JOB")
    last = minter(2**41 - 1)
    for _ in range(4096):
        last.mint("JOB")
    with pytest.raises(OverflowError):
        last.mint("JOB")


@pytest.mark.parametrize("node", [-1, 1024])
def test_minter_refuses_nodes(node: int) -> None:
    with pytest.raises(InputError, match="node"):
        _ids.Minter(LAYOUT, node)


def test_a_refused_brand_costs_nothing() -> None:
    m = minter(1)
    with pytest.raises(InputError):
        m.mint("job")
    assert parts(m.mint("JOB")) == (1, 0, 0)


def test_time_beyond_datetime_is_still_a_number() -> None:
    wide = _ids.Layout(epoch_ms=0, time_bits=50, node_bits=5, sequence_bits=8)
    decoded = wide.decode("JOBAzL8n0Y58m7")
    assert decoded.unix_ms == 2**50 - 1
    with pytest.raises(OverflowError):
        _ = decoded.time
