import pytest

from runtime._slots import slot


@pytest.mark.parametrize(
    ("key", "want"),
    [
        ("123456789", 12739),
        ("emq:{orders}:pending", 105),
        ("{emq}:version", 9051),
        ("emq:{}:pending", 7387),
        ("emq:{}:active", 5857),
        (b"{emq}:version", 9051),
        ("", 0),
    ],
)
def test_slot(key: str | bytes, want: int) -> None:
    assert slot(key) == want


@pytest.mark.parametrize(
    ("key", "tag"),
    [
        ("a{b}c{d}", "b"),
        ("a{{b}c", "{b"),
        ("a{b}}c", "b"),
        ("é{日本}", "日本"),
    ],
)
def test_only_the_tag_counts(key: str, tag: str) -> None:
    assert slot(key) == slot(tag) == slot(key + "x") != slot("x" + tag)


@pytest.mark.parametrize("key", ["a{b", "a}b{", "{}a", "a{}{b}"])
def test_without_a_tag_the_whole_key_counts(key: str) -> None:
    assert slot(key) != slot(key + "x")
