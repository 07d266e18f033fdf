"""The errors a caller can meet, whatever the protocol."""

from typing import ClassVar

from redis.exceptions import RedisError, ResponseError


class DeclaredError(ResponseError):
    """An error that the protocol declares; each one is a subclass of its own.

    It stays a `redis.exceptions.ResponseError`, so that a class which an older
    version of the package did not know is still caught where it was.

    Attributes:
        word: The class word on the wire, or "" for an error that a script
            answers as a value.
        message: The whole text of the error, class word included.
    """

    word: ClassVar[str] = ""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class ReplyError(RedisError):
    """A reply that the protocol does not describe.

    Attributes:
        source: The script that answered, or the key that was read.
        found: What came back.
        expected: What the protocol wants there.
    """

    def __init__(self, source: str, found: object, expected: str) -> None:
        super().__init__(f"{source} answered {found!r:.200}: expected {expected}")
        self.source = source
        self.found = found
        self.expected = expected


class RecordError(ReplyError):
    """A row with a field that is missing or malformed.

    Attributes:
        field: The name of the field on the wire.
    """

    def __init__(self, key: str, field: str, found: object, expected: str) -> None:
        super().__init__(f"field {field!r} of {key!r}", found, expected)
        self.field = field


class DigestError(RedisError):
    """The server gave a script another digest than it has here.

    Attributes:
        found: The digest that SCRIPT LOAD answered.
        expected: The SHA1 of the script as this package holds it.
    """

    def __init__(self, script: str, found: str, expected: str) -> None:
        super().__init__(f"{script} was loaded as {found}: expected {expected}")
        self.found = found
        self.expected = expected


class UnknownOutcomeError(RedisError):
    """The connection failed after a call was sent and before it was answered.

    The call may have taken effect or not. `__cause__` is the transport error.
    """


class FenceError(Exception):
    """The server belongs to another wire version: fatal, whoever asks again.

    It is no `redis.exceptions.RedisError` on purpose: a client that is told to
    retry on those must not retry on this.

    Attributes:
        found: The version that the server carries, or None when it carries none
            and could not be claimed.
        expected: The version that this package speaks.
    """

    def __init__(self, found: str | None, expected: str) -> None:
        super().__init__(f"the server speaks {found!r}: expected {expected!r}")
        self.found = found
        self.expected = expected
