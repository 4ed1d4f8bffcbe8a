"""The clients: the first one sends attempts, the second ones send ordinary requests."""
import asyncio
import socket
import struct

from answers import read_answer
from attempts import SERIAL
from tap import marks

#: The time that the first client waits for an answer, in seconds. Some requests receive none. If the time is too short,
#: the test may miss a problem, but does not fail.
PATIENCE = 0.1
#: The time without new data after which the first client considers an answer complete, in seconds.
PAUSE = 0.02


class FirstClient:
    """A client that sends one attempt on its own connection."""

    def __init__(self, port, number):
        self.port = port
        self.number = number
        self.received = b""
        self.has_ended = False

    async def open(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def send(self, piece):
        try:
            self.writer.write(piece.replace(SERIAL, b"%08d" % self.number))
            # A server that has answered early may stop reading.
            await asyncio.wait_for(self.writer.drain(), PATIENCE)
        except (OSError, asyncio.TimeoutError):
            pass

    async def read(self):
        """Reads an answer, and all data that follows without a pause. Returns early if no answer arrives in time."""
        patience = PATIENCE
        while not self.has_ended:
            try:
                data = await asyncio.wait_for(self.reader.read(65536), patience)
            except asyncio.TimeoutError:
                return
            except OSError:
                data = b""
            self.has_ended = not data
            self.received += data
            patience = PAUSE

    def close(self, resets=False):
        if resets:
            connection = self.writer.get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.writer.transport.abort()
        else:
            self.writer.close()

    def problem(self):
        """Returns the problem, or None. All marks in the received data must be those of the client's own requests."""
        foreign = [mark for mark in marks(self.received) if mark[1] != self.number]
        return f"the first client got another's answer: {foreign}" if foreign else None


class SecondClient:
    """A client that requests marked paths. No page exists there, so the 404 page quotes the path."""

    def __init__(self, port):
        self.port = port
        self.reader = None
        self.asked = 0
        self.reopened = 0

    async def ask(self, number):
        """Sends a request. Returns the problem with its answer, or None."""
        self.asked += 1
        was_open = self.reader is not None
        try:
            return await asyncio.wait_for(self._ask(number), 20)
        except (OSError, ValueError, IndexError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
            self.close()
            # The server may close a connection between two requests.
            if was_open and (isinstance(error, OSError) or getattr(error, "partial", None) == b""):
                self.reopened += 1
                return await self.ask(number)
            return f"the second client got no answer: {error!r}"

    async def _ask(self, number):
        if self.reader is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writer.write(b"GET /second-%08d HTTP/1.1\r\nHost: localhost\r\n\r\n" % number)
        status, fields, body = await read_answer(self.reader)
        if fields.get(b"connection") == b"close":
            self.close()
        if status == 404 and marks(body) == [("second", number)]:
            return None
        self.close()
        found = f"{status} with the marks {marks(body)} instead of 404 and {number}"
        return f"the second client got {found}: {body[:300]!r}"

    def close(self):
        if self.reader:
            self.writer.close()
            self.reader = None
