import asyncio
import threading

#: Some of the field names that libwebsockets 4.1.6 knows.
KNOWN = [
    b"host:", b"connection:", b"upgrade:", b"origin:", b"content-length:", b"content-type:", b"transfer-encoding:",
    b"accept:", b"user-agent:", b"cookie:", b"x-auth-token:", b"x-forwarded-for:", b"x-real-ip:", b"referer:",
    b"range:", b"expect:", b"if-none-match:", b"sec-websocket-key:", b"access-control-allow-origin:"
]


class BrokenServer:
    """A server with one of three vulnerabilities, which the test must find.

    `prefixes`: if a field's name is the beginning of a known name, the server reads the next line as the field's value,
    as libwebsockets did. `bodies`: the server reads a body as the next request. `HEAD`: the answer to a HEAD request
    has a body.
    """
    def __init__(self, hole):
        self.hole = hole
        started = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, args=(started, ), daemon=True)
        self._thread.start()
        started.wait()

    def stop(self):
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self, started):
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        server.close()

    async def _serve(self, reader, writer):
        try:
            while True:
                line, fields = await self._read_head(reader)
                if self.hole != "bodies":
                    await self._skip_body(reader, fields)
                method, path = (line.split(b" ") + [b""])[:2]
                page = b"Nothing is at " + path
                head = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n" % len(page)
                writer.write(head if method == b"HEAD" and self.hole != "HEAD" else head + page)
                await writer.drain()
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _read_head(self, reader):
        first = b"\r\n"
        while first == b"\r\n":
            first = await reader.readuntil(b"\r\n")
        fields = {}
        while (line := await reader.readuntil(b"\r\n")) != b"\r\n":
            name, _, value = line.lower().partition(b":")
            if self.hole == "prefixes" and any(known.startswith(name) and known != name + b":" for known in KNOWN):
                await reader.readuntil(b"\r\n")
            fields[name] = value.strip()
        return first, fields

    async def _skip_body(self, reader, fields):
        if fields.get(b"transfer-encoding") == b"chunked":
            size = 1
            while size:
                size = int(await reader.readuntil(b"\r\n"), 16)
                await reader.readexactly(size + 2)
        else:
            await reader.readexactly(int(fields.get(b"content-length", 0)))
