"""The types, functions and constants from which attempts are built."""
import dataclasses
import typing

# The placeholder of an attempt's number. The number has eight digits too, so lengths in a request are the same for
# every number.
SERIAL = b"NNNNNNNN"
FIRST = b"/first-" + SERIAL
HIDDEN = b"/hidden-" + SERIAL
SESSION = b"@session@"

#: Hidden bytes that contain two whole requests. The answer to the first one quotes its path. The server logs the path
#: of the second one.
COMPLETE = (b"GET " + HIDDEN + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
            b"GET " + HIDDEN +
            b" HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"
            b"Sec-Fetch-Dest: iframe\r\n\r\n")
#: Hidden bytes that contain half of a request. The next client's request would complete it.
OPEN = b"GET " + HIDDEN + b" HTTP/1.1\r\nX-Open: "


@dataclasses.dataclass
class Variation:
    """The hidden bytes, target and fields with which an attempt is made. Each attempt is made with each
    variation, in random order."""

    hidden: bytes
    target: bytes
    fields: tuple = ()

    def post(self, *fields, body=b"", version=b"HTTP/1.1"):
        return request(b"POST " + self.target + b" " + version, b"Host: localhost", *self.fields, *fields, body=body)


# At the path of a hello, the server reads the body, answers with an error and keeps the connection. At other paths, it
# answers before the body has arrived, and closes the connection.
HELLO = (b"/_bridge/hello?" + FIRST, (b"Origin: http://localhost", ))
VARIATIONS = [Variation(COMPLETE, *HELLO), Variation(OPEN, *HELLO), Variation(COMPLETE, FIRST), Variation(OPEN, FIRST)]


@dataclasses.dataclass
class Attempt:
    name: str
    #: A function that returns the bytes for a variation, or a list of pieces. The client waits for an answer before
    #: each further piece.
    pieces: typing.Callable
    #: Whether, according to the RFCs, the hidden request is an ordinary second request of the first client.
    is_pipelined: bool = False
    #: Whether the client ends the connection with a reset.
    resets: bool = False


def request(*lines, body=b""):
    return b"\r\n".join([*lines, b"", body])


def length(body):
    return b"Content-Length: %d" % len(body)


def chunked(body):
    return b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


CHUNKED = b"Transfer-Encoding: chunked"
GET = b"GET " + FIRST + b" HTTP/1.1"


def each(group, values, pieces, **more):
    """Yields an attempt for each value, named after the value."""
    for value in values:
        name = repr(value)[1:] if len(value) < 80 else f"{repr(value[:20])[1:]} and more, {len(value)} bytes"
        yield Attempt(f"{group} {name}", lambda v, value=value: pieces(v, value), **more)
