"""Makes `runtime` importable for the tests beside it, and gives them a server.

It answers each command with the next of the raw replies it was given. It says
nothing for an empty one, hangs up for None, and in the middle of half a one.
"""

import socketserver
import threading
from collections.abc import Callable, Iterator

import pytest


class FakeServer(socketserver.ThreadingTCPServer):
    """Answers what it is told to, and keeps what it was asked."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, replies: list[bytes | None]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.replies = list(replies)
        self.commands: list[list[bytes]] = []
        self.connections = 0
        self.stops = False  # whether hanging up is for good

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def names(self) -> list[bytes]:
        """The first words of what was asked."""
        return [command[0] for command in self.commands]


class Handler(socketserver.StreamRequestHandler):
    server: FakeServer

    def handle(self) -> None:
        self.server.connections += 1
        while header := self.rfile.readline():
            command = [self.bulk() for _ in range(int(header[1:]))]
            if command[0] in (b"CLIENT", b"HELLO"):
                self.wfile.write(b"+OK\r\n")
                continue
            reply = self.server.replies.pop(0) if self.server.replies else None
            # Whoever sees the command may send another, whose reply is the next.
            self.server.commands.append(command)
            if reply is None:
                if self.server.stops:
                    self.server.socket.close()
                return
            self.wfile.write(reply)
            if reply and not reply.endswith(b"\r\n"):
                return

    def bulk(self) -> bytes:
        size = int(self.rfile.readline()[1:])
        return self.rfile.read(size + 2)[:-2]


@pytest.fixture
def serve() -> Iterator[Callable[..., FakeServer]]:
    """Start a server with these replies; None hangs up."""
    started: list[FakeServer] = []

    def start(*replies: bytes | None) -> FakeServer:
        server = FakeServer(list(replies))
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.shutdown()
        server.server_close()
