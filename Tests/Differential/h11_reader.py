"""Reports the requests that h11 reads in each connection's bytes on standard input (README.md has the format)."""

import struct
import sys

import h11

LARGEST_HEAD = 1 << 20


def requests(data):
    """Returns the texts of the complete requests, and the four bytes of state that begin the report."""
    found = []
    while data:
        # h11 accepts no empty line before a request. RFC 9112, section 2.2, allows them, and our parser accepts two.
        for _ in range(2):
            data = data.removeprefix(b"\r\n")
        connection = h11.Connection(h11.SERVER, max_incomplete_event_size=LARGEST_HEAD)
        body = bytearray()
        request = None
        try:
            connection.receive_data(data)
            while True:
                event = connection.next_event()
                if event is h11.NEED_DATA:
                    return found, b"w000"
                if isinstance(event, h11.Request):
                    request = event
                elif isinstance(event, h11.Data):
                    body += event.data
                elif isinstance(event, h11.EndOfMessage):
                    break
                else:
                    return found, b"w000"
        except h11.RemoteProtocolError as error:
            return found, b"r%03d" % error.error_status_hint
        found.append(text(request, body))
        # Each request is read with a new h11 connection, because h11 expects an answer before the next request.
        data = connection.trailing_data[0]
    return found, b"e000"


def text(request, body):
    minor = b"0" if request.http_version == b"1.0" else b"1"
    fields = b"".join(b"%b:%b\n" % field for field in request.headers)
    return b"%b %b %b\n%b\n%d\n%b" % (request.method, request.target, minor, fields, len(body), body)


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while head := source.read(4):
        (size,) = struct.unpack("<I", head)
        if size == 0:
            sink.flush()
            continue
        found, state = requests(source.read(size))
        report = state + b"".join(found)
        sink.write(struct.pack("<I", len(report)) + report)


main()
