"""What attempts are made of."""
import dataclasses
import typing

# The same number of digits always, so that lengths do not depend on it.
SERIAL = b"NNNNNNNN"
FIRST = b"/first-" + SERIAL
HIDDEN = b"/hidden-" + SERIAL
SESSION = b"@session@"

#: Two requests: the first one's answer quotes its path, the second one's path goes to the log.
COMPLETE = (b"GET " + HIDDEN + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
            b"GET " + HIDDEN +
            b" HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n"
            b"Sec-Fetch-Dest: iframe\r\n\r\n")
#: Half of one: the next client's request would be its end.
OPEN = b"GET " + HIDDEN + b" HTTP/1.1\r\nX-Open: "


@dataclasses.dataclass
class Variation:
    """Each attempt is made with all of these, one round after the other."""

    hidden: bytes
    target: bytes
    fields: tuple = ()

    def post(self, *fields, body=b"", version=b"HTTP/1.1"):
        return request(b"POST " + self.target + b" " + version, b"Host: localhost", *self.fields, *fields, body=body)


# The server reads a hello's body, refuses it and keeps the connection. Elsewhere it answers before the body has come,
# and closes.
HELLO = (b"/_bridge/hello?" + FIRST, (b"Origin: http://localhost", ))
VARIATIONS = [Variation(COMPLETE, *HELLO), Variation(OPEN, *HELLO), Variation(COMPLETE, FIRST), Variation(OPEN, FIRST)]


@dataclasses.dataclass
class Attempt:
    name: str
    #: Of a variation, the bytes, or a list of them; before the next of these an answer is waited for.
    pieces: typing.Callable
    #: Whoever reads it by the book finds the hidden request to be the first client's second one.
    is_pipelined: bool = False
    #: Ends the connection with a reset.
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
    """One attempt for each value, named after it."""
    for value in values:
        name = repr(value)[1:] if len(value) < 80 else f"{repr(value[:20])[1:]} and more, {len(value)} bytes"
        yield Attempt(f"{group} {name}", lambda v, value=value: pieces(v, value), **more)
