"""Checks that each answer ends where its head says, for all kinds of requests."""
import asyncio
import socket

from tap import marks

FILE = b"/index.html"


async def read_answer(reader, method=b"GET"):
    """Returns the status, the fields and the body of the next answer (RFC 9112, section 6.3)."""
    head = await reader.readuntil(b"\r\n\r\n")
    line, *lines = head[:-4].split(b"\r\n")
    status = int(line.split(b" ")[1])
    fields = {name.lower(): value.strip() for name, _, value in (line.partition(b":") for line in lines)}
    if status < 200:
        return await read_answer(reader, method)
    if method == b"HEAD" or status in (204, 304):
        body = b""
    elif fields.get(b"transfer-encoding") == b"chunked":
        body = b""
        while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
            body += await reader.readexactly(size)
            await reader.readexactly(2)
        while await reader.readuntil(b"\r\n") != b"\r\n":
            pass
    elif b"content-length" in fields:
        body = await reader.readexactly(int(fields[b"content-length"]))
    else:
        body = await reader.read()
    return status, fields, body


#: The kinds of requests: the method, the target, the fields, and the expected status.
KINDS = [
    (b"HEAD", b"/nothing", (), 404),
    (b"HEAD", FILE, (), 200),
    (b"GET", FILE, (), 200),
    (b"GET", FILE, (b"Range: bytes=5-9", ), 206),
    (b"HEAD", FILE, (b"Range: bytes=5-9", ), 200),
    (b"GET", FILE, (b"Range: bytes=99999999-", ), 416),
    (b"HEAD", FILE, (b"Range: bytes=99999999-", ), 200),
    (b"GET", FILE, (b"If-None-Match: *", ), 304),
    (b"HEAD", FILE, (b"If-None-Match: *", ), 304),
    (b"GET", FILE, (b"If-Match: \"x\"", ), 412),
    (b"HEAD", FILE, (b"If-Match: \"x\"", ), 412),
    (b"OPTIONS", FILE, (), 405),
    (b"DELETE", FILE, (), 405),
    (b"POST", b"/_bridge/leave", (b"Origin: http://localhost", b"Bridge-Document: " + b"0" * 32, b"Content-Length: 0"),
     204),
    (b"POST", b"/_bridge/hello", (b"Origin: http://localhost", b"Content-Length: 2", b"", b"{}"), 403),
    (b"POST", b"/_bridge/hello", (b"Origin: http://localhost", b"Transfer-Encoding: chunked", b"", b"2", b"{}", b"0",
                                  b""), 403),
    (b"HEAD", b"/_bridge/native.d.ts", (), 200),
    (b"GET", b"/_bridge/native.d.ts", (), 200),
    (b"HEAD", b"/large.bin", (), 200),
    (b"GET", b"/large.bin", (), 200),
    (b"GET", FILE, (b"Host: other.example", ), 403),
    (b"HEAD", FILE, (b"Host: other.example", ), 403),
]


def written(method, target, fields):
    lines = [
        method + b" " + target + b" HTTP/1.1",
        *([] if any(field.startswith(b"Host:") for field in fields) else [b"Host: localhost"]), *fields
    ]
    # `fields` may contain a body too: an empty element, followed by the lines of the body. After a chunked body (which
    # contains the element `0`), a line end follows. After any other body, nothing follows. Without a body, an empty
    # line ends the head.
    return b"\r\n".join(lines) + (b"\r\n" if b"0" in fields else b"" if b"" in fields else b"\r\n\r\n")


async def misread(port, numbers, kinds, is_pipelined):
    """Sends a request of each kind, and then a marked request on the same connection. Returns the problem, or None."""
    reader = writer = None
    try:
        for method, target, fields, expected in kinds:
            if writer is None:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            number = next(numbers)
            asked, marked = written(method, target, fields), written(b"GET", b"/second-%08d" % number, ())
            writer.write(asked + marked if is_pipelined else asked)
            status, answer, _ = await asyncio.wait_for(read_answer(reader, method), 20)
            if status != expected:
                return f"{method.decode()} {target.decode()} {fields} is answered {status} instead of {expected}"
            if answer.get(b"connection") == b"close":
                writer.close()
                writer = None
                continue
            if not is_pipelined:
                writer.write(marked)
            status, answer, body = await asyncio.wait_for(read_answer(reader), 20)
            if status != 404 or marks(body) != [("second", number)]:
                return f"after {method.decode()} {target.decode()} {fields} comes something else: {body[:200]!r}"
    except (OSError, ValueError, IndexError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
        return f"{method.decode()} {target.decode()} {fields}: {error!r}"
    finally:
        if writer:
            writer.close()
    return None


async def cut(port, file, number):
    """Makes a file shorter while it is sent. The connection must then end. Returns the problem, or None."""
    size = 64 << 20
    with file.open("wb") as content:
        content.truncate(size)
    connection = socket.socket()
    # With a larger buffer, the whole file might be in transit before it is cut.
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 << 10)
    connection.setblocking(False)
    await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=connection)
    try:
        writer.write(written(b"GET", b"/%s?/first-%08d" % (file.name.encode(), number), ()))
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
        if b"%d" % size not in head:
            return f"a large file is answered with {head!r}"
        with file.open("r+b") as content:
            content.truncate(1000)
        received = 0
        while data := await asyncio.wait_for(reader.read(1 << 20), 20):
            received += len(data)
            if marks(data):
                return f"a body that was cut goes on with {marks(data)}"
        return None if received < size else "a file that was cut came whole"
    except ConnectionResetError:
        return None
    except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
        return f"a body that was cut: {error!r}"
    finally:
        writer.close()
        file.unlink()
