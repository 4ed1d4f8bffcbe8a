import asyncio
import re
import socket

MARK = re.compile(rb"/(first|hidden|second)-(\d{8})")
LONGEST_MARK = len(b"/hidden-00000000")


def marks(data):
    """Returns the marks in the data, in order, such as ("hidden", 17) for the path `/hidden-00000017`."""
    return [(found[1].decode(), int(found[2])) for found in MARK.finditer(data)]


class Tap:
    """A relay between a proxy and the server. Records the marks in the bytes of both sides, for each connection."""

    def __init__(self, port):
        self.server = port
        # For each connection, the marks of both sides in order: (whether an answer contains it, kind, number).
        self.connections = []

    async def open(self):
        loop = asyncio.get_running_loop()
        listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = listener.getsockname()[1]
        self._listener = await loop.create_server(lambda: Side(self), sock=listener)

    def close(self):
        self._listener.close()

    def answered(self, kind):
        """Returns the numbers of the marks of this kind in answers."""
        every = (event for events in self.connections for event in events)
        return {number for is_answer, found, number in every if is_answer and found == kind}

    @property
    def shared(self):
        """The number of connections that carried an attempt, and later an answer to the second client."""
        return sum(self._is_shared(events) for events in self.connections)

    @staticmethod
    def _is_shared(events):
        kinds = [(is_answer, kind) for is_answer, kind, _ in events]
        return (False, "first") in kinds and (True, "second") in kinds[kinds.index((False, "first")):]

    @property
    def requests(self):
        return sum(not is_answer and kind != "hidden" for events in self.connections for is_answer, kind, _ in events)


class Side(asyncio.Protocol):
    """One of the two sockets of a connection through the tap: to the server if `other` is given, otherwise to the
    proxy. `other` is the other socket."""

    def __init__(self, tap, other=None):
        self.tap = tap
        self.other = other
        self.is_server = other is not None
        self.transport = None
        self.tail = b""
        self.waiting = []  # the data that arrived before the connection to the server was open
        self.has_ended = False
        if other is None:
            self.events = []
            tap.connections.append(self.events)
        else:
            self.events = other.events

    def connection_made(self, transport):
        self.transport = transport
        if not self.is_server:
            self.connecting = asyncio.ensure_future(self.connect())

    async def connect(self):
        try:
            _, server = await asyncio.get_running_loop().create_connection(
                lambda: Side(self.tap, self), "127.0.0.1", self.tap.server)
        except OSError:
            return self.transport.abort()
        self.other = server
        if self.transport.is_closing():
            return server.transport.close()
        for data in self.waiting:
            server.transport.write(data)
        if self.has_ended:
            server.transport.write_eof()

    def data_received(self, data):
        seen = self.tail + data
        for kind, number in marks(seen):
            self.events.append((self.is_server, kind, number))
        # A mark may be cut by the end of the data. So keeps the last bytes for the next call, but only those after the
        # last complete mark, which must not count twice.
        end = max((found.end() for found in MARK.finditer(seen)), default=0)
        self.tail = seen[max(end, len(seen) - LONGEST_MARK + 1):]
        if self.other is None:
            self.waiting.append(data)
        else:
            self.other.transport.write(data)

    def eof_received(self):
        self.has_ended = True
        if self.other and not self.other.transport.is_closing():
            self.other.transport.write_eof()
        return True

    def connection_lost(self, error):
        if self.other:
            self.other.transport.abort() if error else self.other.transport.close()

    def pause_writing(self):
        if self.other:
            self.other.transport.pause_reading()

    def resume_writing(self):
        if self.other and not self.other.transport.is_closing():
            self.other.transport.resume_reading()
