"""Attempts of several steps: bodies after an answer, upgrades, and requests after other requests."""
from .attempt import CHUNKED, FIRST, GET, HELLO, HIDDEN, SESSION, Attempt, chunked, each, length, request


def expectations():
    yield from each("Expect", [
        b"100-continue", b"100-Continue", b"100-continue, x", b"x", b"", b"100-continue\r\nExpect: 100-continue",
        b" 100-continue ", b"200-ok", b"100-continue\0", b"\r\n 100-continue"
    ], lambda v, value: v.post(b"Expect: " + value, length(v.hidden), body=v.hidden))
    yield Attempt("Expect, body later", lambda v: [v.post(b"Expect: 100-continue", length(v.hidden)), v.hidden])
    yield Attempt("Expect, chunks later", lambda v: [v.post(b"Expect: 100-continue", CHUNKED), chunked(v.hidden)])
    yield Attempt("Expect, body never", lambda v: v.post(b"Expect: 100-continue", length(v.hidden)))
    yield Attempt("Expect of something else, body later", lambda v: [v.post(b"Expect: x", length(v.hidden)), v.hidden])
    yield Attempt("Expect, too long, body all the same",
                  lambda v: [v.post(b"Expect: 100-continue", b"Content-Length: 900000"), v.hidden, b"x" * 60000])
    yield Attempt("Expect of a GET with a body",
                  lambda v: [request(GET, b"Host: localhost", b"Expect: 100-continue", length(v.hidden)), v.hidden])
    yield Attempt(
        "Expect of HTTP/1.0", lambda v: v.post(
            b"Expect: 100-continue", b"Connection: keep-alive", length(v.hidden), body=v.hidden, version=b"HTTP/1.0"))
    yield Attempt("Expect without a body",
                  lambda v: request(GET, b"Host: localhost", b"Expect: 100-continue", body=v.hidden),
                  is_pipelined=True)
    yield Attempt("Expect, length 0",
                  lambda v: v.post(b"Expect: 100-continue", b"Content-Length: 0", body=v.hidden),
                  is_pipelined=True)


def upgrades():
    socket = b"GET /_bridge/socket?" + FIRST + b" HTTP/1.1"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    good = [
        b"Host: localhost", b"Origin: http://localhost", b"Connection: Upgrade", b"Upgrade: websocket",
        b"Sec-WebSocket-Version: 13", b"Sec-WebSocket-Protocol: snippetbridge.1", key
    ]
    session = b"Cookie: " + SESSION

    def changed(old, *new):
        return [line for field in good for line in (new if field.startswith(old) else [field])]

    heads = {
        "no session": (socket, *good),
        "foreign origin": (socket, *changed(b"Origin", b"Origin: http://other"), session),
        "version 777": (socket, *changed(b"Sec-WebSocket-V", b"Sec-WebSocket-Version: 777"), session),
        "no version": (socket, *changed(b"Sec-WebSocket-V"), session),
        "no key": (socket, *changed(b"Sec-WebSocket-K"), session),
        "bad key": (socket, *changed(b"Sec-WebSocket-K", b"Sec-WebSocket-Key: a"), session),
        "two keys": (socket, *good, key, session),
        "no protocol": (socket, *changed(b"Sec-WebSocket-P"), session),
        "no Connection": (socket, *changed(b"Connection"), session),
        "Connection: close, Upgrade": (socket, *changed(b"Connection", b"Connection: close, Upgrade"), session),
        "elsewhere": (GET, *good, session),
        "POST": (socket.replace(b"GET", b"POST"), *good, session),
        "HEAD": (socket.replace(b"GET", b"HEAD"), *good, session),
        "HTTP/1.0": (socket.replace(b"1.1", b"1.0"), *good, session),
        "h2c": (GET, b"Host: localhost", b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c",
                b"HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA"),
        "two protocols": (socket, *changed(b"Upgrade", b"Upgrade: websocket, h2c"), session),
        "TLS": (GET, b"Host: localhost", b"Connection: Upgrade", b"Upgrade: TLS/1.0"),
        "websocket/13": (socket, *changed(b"Upgrade", b"Upgrade: websocket/13"), session),
        "two Upgrades": (socket, *good, b"Upgrade: h2c", session),
    }
    for name, head in heads.items():
        # The server refuses most of these upgrades, and closes the connection. It ignores upgrades to other protocols
        # (RFC 9110, 7.8), so the next request follows.
        is_ignored = name in ("h2c", "TLS", "websocket/13")
        yield Attempt(f"upgrade, {name}", lambda v, head=head: request(*head, body=v.hidden), is_pipelined=is_ignored)
        yield Attempt(f"upgrade, {name}, then more", lambda v, head=head: [request(*head), v.hidden],
                      is_pipelined=is_ignored)
        yield Attempt(f"upgrade, {name}, with a length",
                      lambda v, head=head: request(*head, length(v.hidden), body=v.hidden))
        yield Attempt(f"upgrade, {name}, chunked", lambda v, head=head: request(*head, CHUNKED, body=chunked(v.hidden)))
    accepted = request(socket, *good, session)
    frame = b"\x81\xfe%c%c\0\0\0\0"
    yield Attempt("accepted upgrade, then a request", lambda v: [accepted, v.hidden])
    yield Attempt("accepted upgrade and a request", lambda v: accepted + v.hidden)
    yield Attempt("accepted upgrade, a request in a frame",
                  lambda v: [accepted, frame % divmod(len(v.hidden), 256) + v.hidden])
    yield Attempt("accepted upgrade and a request in a frame",
                  lambda v: accepted + frame % divmod(len(v.hidden), 256) + v.hidden)
    yield Attempt("accepted upgrade, its end, then a request",
                  lambda v: [accepted, b"\x88\x82\0\0\0\0\x03\xe8", v.hidden])
    yield Attempt("accepted upgrade, reset", lambda v: [accepted, v.hidden], resets=True)
    yield Attempt("accepted upgrade with a length",
                  lambda v: request(socket, *good, session, length(v.hidden), body=v.hidden))
    yield Attempt("accepted upgrade of length 0",
                  lambda v: [request(socket, *good, session, b"Content-Length: 0"), v.hidden])


def methods():
    file = b"/index.html?" + FIRST
    for method in [b"GET", b"HEAD", b"OPTIONS", b"DELETE", b"PUT", b"PATCH", b"TRACE", b"FOO", b"PROPFIND"]:
        for name, target in [("nothing", FIRST), ("a file", file), ("a hello", HELLO[0])]:
            line = method + b" " + target + b" HTTP/1.1"
            label = f"{method.decode()} of {name}"
            yield Attempt(
                f"{label} with a body",
                lambda v, line=line: request(line, b"Host: localhost", *v.fields, length(v.hidden), body=v.hidden))
            yield Attempt(
                f"{label}, chunked",
                lambda v, line=line: request(line, b"Host: localhost", *v.fields, CHUNKED, body=chunked(v.hidden)))
            yield Attempt(f"{label}, then another",
                          lambda v, line=line: request(line, b"Host: localhost", *v.fields, body=v.hidden),
                          is_pipelined=True)
    for method in [b"GET", b"HEAD"]:
        for name, field in [
            ("304", b"If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT"),
            ("304 of a tag", b"If-None-Match: *"),
            ("412", b"If-Match: \"x\""),
            ("206", b"Range: bytes=0-9"),
            ("206 of the end", b"Range: bytes=-5"),
            ("416", b"Range: bytes=99999999-"),
            ("several ranges", b"Range: bytes=0-1,5-6"),
            ("gzip", b"Accept-Encoding: gzip"),
        ]:
            line = method + b" " + file + b" HTTP/1.1"
            label = f"{method.decode()}, {name}"
            yield Attempt(f"{label}, with a body",
                          lambda v, line=line, field=field: request(
                              line, b"Host: localhost", field, length(v.hidden), body=v.hidden))
            yield Attempt(f"{label}, then another",
                          lambda v, line=line, field=field: request(line, b"Host: localhost", field, body=v.hidden),
                          is_pipelined=True)
    leave = [
        b"POST /_bridge/leave?" + FIRST + b" HTTP/1.1", b"Host: localhost", b"Origin: http://localhost",
        b"Bridge-Document: " + b"0" * 32
    ]
    yield Attempt("204, then another",
                  lambda v: request(*leave, b"Content-Length: 0", body=v.hidden),
                  is_pipelined=True)
    yield Attempt("204 that gets a body", lambda v: request(*leave, length(v.hidden), body=v.hidden))
    yield Attempt("204 that gets chunks", lambda v: request(*leave, CHUNKED, body=chunked(v.hidden)))


def pipelines():
    get = request(GET, b"Host: localhost")
    end = b"GET " + HIDDEN + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
    yield Attempt("two", lambda v: get + end, is_pipelined=True)
    yield Attempt("twenty", lambda v: get * 20 + end, is_pipelined=True)
    yield Attempt("HEADs between", lambda v: (get + get.replace(b"GET", b"HEAD")) * 5 + end, is_pipelined=True)
    yield Attempt("bodies between", lambda v: v.post(length(v.hidden), body=v.hidden) * 5 + end, is_pipelined=True)
    yield Attempt("chunked bodies between",
                  lambda v: v.post(CHUNKED, body=chunked(v.hidden)) * 5 + end,
                  is_pipelined=True)
    yield Attempt("a closing one first", lambda v: request(GET, b"Host: localhost", b"Connection: close") + end)
    yield Attempt("a closing one with a body first",
                  lambda v: v.post(b"Connection: close", length(v.hidden), body=v.hidden) + end)
    yield Attempt("a malformed one first", lambda v: request(GET, b"Host: localhost", b"X : a") + end)
    yield Attempt("a malformed one behind",
                  lambda v: get + request(GET, b"Host: localhost", b"no colon", length(v.hidden), body=v.hidden))
    yield Attempt("a head that never ends behind", lambda v: get + v.hidden[:-1].rstrip(b"\r\n"), is_pipelined=True)
    yield Attempt("a large file, then another",
                  lambda v: request(b"GET /large.bin?" + FIRST + b" HTTP/1.1", b"Host: localhost") + end,
                  is_pipelined=True)
    yield Attempt("gone while a large file comes",
                  lambda v: request(b"GET /large.bin?" + FIRST + b" HTTP/1.1", b"Host: localhost"),
                  resets=True)
    yield Attempt("gone after twenty", lambda v: get * 20 + end, is_pipelined=True, resets=True)
    yield Attempt("gone within a head", lambda v: b"POST " + v.target + b" HTTP/1.1\r\nHost: loc", resets=True)


def early_answers():
    """Attempts that send a body after the server has answered."""
    large = 400_000

    def rest(v, sent=0):
        return [v.hidden, b"x" * (large - len(v.hidden) - sent)]

    heads = {
        "405": (b"PUT " + FIRST + b" HTTP/1.1", b"Host: localhost"),
        "403": (b"POST " + HELLO[0] + b" HTTP/1.1", b"Host: other.example"),
        "403 of an origin": (b"POST " + HELLO[0] + b" HTTP/1.1", b"Host: localhost", b"Origin: http://other"),
        "413 of a GET": (b"GET /index.html?" + FIRST + b" HTTP/1.1", b"Host: localhost"),
        "413 of a hello": (b"POST " + HELLO[0] + b" HTTP/1.1", b"Host: localhost", *HELLO[1]),
        "400": (b"POST " + FIRST + b" HTTP/1.1", b"Host: localhost", b"X-Forwarded-For: \x01"),
        "417": (b"POST " + FIRST + b" HTTP/1.1", b"Host: localhost", b"Expect: x"),
        "431": (b"POST " + FIRST + b" HTTP/1.1", b"Host: localhost", *[b"X-%d: a" % i for i in range(80)]),
    }
    for name, head in heads.items():
        sized = request(*head, b"Content-Length: %d" % large)
        yield Attempt(f"early {name}", lambda v, sized=sized: [sized, *rest(v)])
        yield Attempt(f"early {name}, at once", lambda v, sized=sized: sized + b"".join(rest(v)))
        yield Attempt(f"early {name}, body cut", lambda v, sized=sized: [sized, v.hidden])
        yield Attempt(f"early {name}, body cut by a reset", lambda v, sized=sized: [sized, v.hidden], resets=True)
        yield Attempt(f"early {name}, too much body",
                      lambda v, sized=sized: sized + b"".join(rest(v)) + v.hidden,
                      is_pipelined=True)
        yield Attempt(f"early {name}, chunked",
                      lambda v, head=head: [
                          request(*head, CHUNKED),
                          b"%x\r\n%s\r\n" % (len(v.hidden), v.hidden),
                          b"%x\r\n%s\r\n0\r\n\r\n" % (large, b"x" * large)
                      ])
        yield Attempt(f"early {name}, chunks cut",
                      lambda v, head=head: [request(*head, CHUNKED),
                                            b"%x\r\n%s\r\n" % (len(v.hidden), v.hidden)])
        yield Attempt(f"early {name}, chunks malformed",
                      lambda v, head=head: [request(*head, CHUNKED), b"5\r\nhello\r\nx\r\n" + v.hidden])
    yield Attempt("body cut", lambda v: v.post(b"Content-Length: 9000", body=v.hidden))
    yield Attempt("body cut by a reset", lambda v: v.post(b"Content-Length: 9000", body=v.hidden), resets=True)
    yield Attempt("chunks cut", lambda v: v.post(CHUNKED, body=b"fff\r\n" + v.hidden))
    yield Attempt("chunks cut by a reset", lambda v: v.post(CHUNKED, body=b"fff\r\n" + v.hidden), resets=True)
    yield Attempt("body in two pieces", lambda v: [v.post(length(v.hidden), body=v.hidden[:9]), v.hidden[9:]])
    yield Attempt("too much body", lambda v: v.post(length(b"hello"), body=b"hello" + v.hidden), is_pipelined=True)
    yield Attempt("Connection: Host", lambda v: v.post(b"Connection: Host, Origin", length(v.hidden), body=v.hidden))
