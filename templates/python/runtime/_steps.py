"""Conversations with a server, apart from how their bytes travel.

A conversation is a generator. It yields commands for one round trip, is sent
their answers in the same order, and returns what it came to. So the rules of the
protocol are written once, for clients that block and for those that are awaited.

A client of redis-py sends a command again when the connection fails, and cannot
know whether the first one took effect. The commands of a conversation are never
sent again: they go through connections of the client, past its retries. For the
sake of exact bytes their answers come undecoded, whatever `decode_responses` says.
"""

import dataclasses
from collections.abc import Generator, Sequence
from typing import Any, TypeAlias, TypeVar

from redis.exceptions import AskError, ConnectionError, MovedError

T = TypeVar("T")


@dataclasses.dataclass(frozen=True, slots=True)
class Command:
    """A command for one round trip.

    Attributes:
        words: The command and its arguments.
        key: A key in the slot it belongs to; empty where any node of a cluster
            serves.
    """

    words: Sequence[bytes]
    key: bytes = b""


@dataclasses.dataclass(frozen=True, slots=True)
class Lost:
    """The answer of a command that was sent and never answered.

    Attributes:
        error: How the connection failed.
    """

    error: Exception


# The reply of the server, an error in its place, or Lost.
Answer: TypeAlias = Any

Steps: TypeAlias = Generator[list[Command], list[Answer], T]


def value(answer: Answer) -> Any:
    """Give the reply, or raise the error that came in its place."""
    if isinstance(answer, Lost):
        raise answer.error
    if isinstance(answer, Exception):
        raise answer
    return answer


class Redirects:
    """Follows commands around a cluster until the node that owns their slot has
    answered them; a node that is not the owner has not run them.
    """

    LIMIT = 16

    def __init__(self, commands: Sequence[Command]) -> None:
        self.commands = commands
        self.answers: list[Answer] = [None] * len(commands)
        self.pending = list(range(len(commands)))
        self.asked: dict[int, AskError] = {}
        self.stale = False

    def settle(self, indexes: Sequence[int], answers: Sequence[Answer]) -> None:
        """Keep the answers of some commands; those redirected stay pending."""
        for index, answer in zip(indexes, answers, strict=True):
            self.answers[index] = answer
            # To redis-py a MovedError is an AskError as well.
            if isinstance(answer, AskError):
                self.pending.append(index)
                if not isinstance(answer, MovedError):
                    self.asked[index] = answer
            # Either the slots have other owners, or this one is out of reach.
            if isinstance(answer, MovedError | ConnectionError | Lost):
                self.stale = True

    def take(self) -> list[int]:
        """Give the indexes of the commands to send now."""
        taken, self.pending, self.stale = sorted(self.pending), [], False
        return taken
