"""Attempts with malformed lines, targets and versions."""
from .attempt import CHUNKED, FIRST, GET, HIDDEN, Attempt, chunked, each, length, request


def lines():
    odd = [
        b"no colon", b"", b":", b": no name", b"X", b"X: a\0b", b"X\0: a", b"X: a\rb", b"X: a\nb", b"X: a\r\n folded",
        b"X: a\r\n\tfolded", b" leading: space", b"\tleading: tab", b"a@b: c", b"a b: c", b"a(b): c", b"\x80: c",
        b"a: \x80\xff", b"a: \x7f", b"a: \x01", b"a: \x1b[31m", b"Host: other", b"Host: localhost", b" Host: other",
        b"Host : other", b"X: a\r\r\n", b"X: a\r", b"X: a\n", b"X: a\n\n", b"X: a\r\n\n", b"X: a\n\r\n", b"X: a\r\r",
        b"X: a\r\n\r", b"X: \x85a", b"X: a\x0b\x0cb", b"{: a", b"\x00"
    ]
    yield from each("line", odd, lambda v, line: v.post(line, length(v.hidden), body=v.hidden))
    yield from each("line behind", odd, lambda v, line: v.post(length(v.hidden), line, body=v.hidden))
    yield from each("line, chunked", odd, lambda v, line: v.post(line, CHUNKED, body=chunked(v.hidden)))
    yield from each(
        "first line", odd[:16], lambda v, line: request(
            b"POST " + v.target + b" HTTP/1.1", line, b"Host: localhost", *v.fields, length(v.hidden), body=v.hidden))

    def ended(v, end):
        head, _, body = v.post(length(v.hidden), body=v.hidden).partition(b"\r\n\r\n")
        return head.replace(b"\r\n", end) + end + end + body

    def last(v, end):
        head, _, body = v.post(length(v.hidden), body=v.hidden).partition(b"\r\n\r\n")
        return head + b"\r\n" + end + body

    def second_head(v, end):
        return v.post(b"X: a" + end + end + v.hidden, b"Content-Length: 0")

    ends = [b"\n", b"\r", b"\r\r\n", b"\n\r", b"\r\0\n", b"\x85"]
    yield from each("lines end in", ends, ended)
    yield from each("head ends in", ends, last)
    yield from each("a head within a field, after", ends, second_head)
    yield Attempt("many fields",
                  lambda v: v.post(*[b"X-%d: a" % i for i in range(300)], length(v.hidden), body=v.hidden))
    yield Attempt(
        "a long field", lambda v: v.post(
            b"X: " + b"a" * 7000, b"Y: " + b"b" * 7000, b"Z: " + b"c" * 7000, length(v.hidden), body=v.hidden))
    yield Attempt(
        "hosts", lambda v: request(b"POST " + v.target + b" HTTP/1.1",
                                   b"Host: localhost",
                                   b"Host: localhost",
                                   *v.fields,
                                   length(v.hidden),
                                   body=v.hidden))
    yield Attempt("no host",
                  lambda v: request(b"POST " + v.target + b" HTTP/1.1", *v.fields, length(v.hidden), body=v.hidden))
    yield from each(
        "host", [
            b"a b", b"localhost\0", b"local\nhost", b"localhost, other", b"localhost:80:90", b"[::1", b"",
            b"a@localhost", b"localhost#", b"localhost/x"
        ], lambda v, host: request(
            b"POST " + v.target + b" HTTP/1.1", b"Host: " + host, *v.fields, length(v.hidden), body=v.hidden))


def targets():
    def at(v, target):
        return request(b"POST " + target + b" HTTP/1.1", b"Host: localhost", length(v.hidden), body=v.hidden)

    yield from each("target", [
        b"http://localhost" + FIRST,
        b"http://other.example" + FIRST,
        b"HTTP://LOCALHOST" + FIRST,
        b"https://localhost" + FIRST,
        b"http://localhost:1" + FIRST,
        b"http://localhost",
        b"http://localhost?a",
        b"http://a@localhost" + FIRST,
        b"http:" + FIRST,
        b"http:/" + FIRST,
        b"ftp://localhost" + FIRST,
        b"localhost" + FIRST,
        b"localhost:80",
        b"*",
        b"/ ",
        b" /",
        b"/a b",
        b"/a  b",
        b"/a\tb",
        b"/a\0b",
        b"/a\x0bb",
        b"/a\rb",
        b"/a\x80b",
        b"/a#b",
        b"/a?b#c",
        b"/a\\b",
        b"//other.example" + FIRST,
        b"/%0d%0aX:%20a",
        b"/%20HTTP/1.1%0d%0aHost:%20localhost%0d%0a%0d%0aGET%20" + HIDDEN,
        b"/%00",
        b"/%",
        b"/%zz",
        b"/..",
        b"/../..",
        b"/%2e%2e/a",
        b"",
        b"?a",
        b"/a HTTP/1.1\nX: a",
        b"/a HTTP/1.1\rX: a",
        b"/" + b"a" * 9000,
        b"/" + b"a" * 20000,
        b"/;a=b/c;d",
        b"/a%2Fb",
        b"/\xc3\xa4",
    ], at)
    yield from each("request line", [
        b"POST /a",
        b"POST  /a HTTP/1.1",
        b"POST /a  HTTP/1.1",
        b"POST\t/a\tHTTP/1.1",
        b" POST /a HTTP/1.1",
        b"POST /a HTTP/1.1 ",
        b"POST /a HTTP/1.1\t",
        b"POST /a HTTP/1.2",
        b"POST /a HTTP/2.0",
        b"POST /a HTTP/0.9",
        b"POST /a HTTP/1.01",
        b"POST /a HTTP/11",
        b"POST /a http/1.1",
        b"POST /a HTTP/1.1x",
        b"POST /a HTTP/1,1",
        b"POST /a HTTP /1.1",
        b"POST /a HTTP/1.\xd9\xa1",
        b"post /a HTTP/1.1",
        b"P@ST /a HTTP/1.1",
        b"P\0ST /a HTTP/1.1",
        b"POST\r\n /a HTTP/1.1",
        b"\r\nPOST /a HTTP/1.1",
        b"\r\n\r\nPOST /a HTTP/1.1",
        b"\r\n\r\n\r\nPOST /a HTTP/1.1",
        b"\nPOST /a HTTP/1.1",
        b"\rPOST /a HTTP/1.1",
        b"CONNECT localhost:80 HTTP/1.1",
        b"CONNECT /a HTTP/1.1",
        b"TRACE /a HTTP/1.1",
        b"PRI * HTTP/2.0",
        b"A" * 200 + b" /a HTTP/1.1",
        b"POST /a HTTP/1.1\0",
        b"/a HTTP/1.1",
        b"\x16\x03\x01\x02\x00\x01",
        b"POST /a SHTTP/1.1",
    ], lambda v, line: request(line, b"Host: localhost", length(v.hidden), body=v.hidden))
    yield Attempt("HTTP/2", lambda v: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + v.hidden)
    yield Attempt("HTTP/0.9", lambda v: b"GET " + FIRST + b"\r\n" + v.hidden)
    yield Attempt("HTTP/0.9, empty line", lambda v: b"GET " + FIRST + b"\r\n\r\n" + v.hidden)
    yield Attempt(
        "absolute form, other host", lambda v: request(b"POST http://localhost/_bridge/hello?" + FIRST + b" HTTP/1.1",
                                                       b"Host: other.example",
                                                       b"Origin: http://localhost",
                                                       length(v.hidden),
                                                       body=v.hidden))


def versions():
    kept = b"Connection: keep-alive"
    yield from each("HTTP/1.0", [
        b"Connection: keep-alive", b"Connection: Keep-Alive, close", b"Keep-Alive: timeout=5", b"X: a",
        b"Proxy-Connection: keep-alive"
    ], lambda v, field: v.post(field, length(v.hidden), body=v.hidden, version=b"HTTP/1.0"))
    yield Attempt("HTTP/1.0, then another",
                  lambda v: request(GET[:-1] + b"0", b"Host: localhost", kept, body=v.hidden),
                  is_pipelined=True)
    yield Attempt("HTTP/1.0 that closes, then another",
                  lambda v: request(GET[:-1] + b"0", b"Host: localhost", body=v.hidden))
    yield Attempt("HTTP/1.0, chunked", lambda v: v.post(kept, CHUNKED, body=chunked(v.hidden), version=b"HTTP/1.0"))
    yield Attempt("HTTP/1.0, chunked and empty",
                  lambda v: v.post(kept, CHUNKED, body=b"0\r\n\r\n" + v.hidden, version=b"HTTP/1.0"))
    yield Attempt(
        "HTTP/1.0, CL.TE", lambda v: v.post(
            kept, CHUNKED, length(b"0\r\n\r\n" + v.hidden), body=b"0\r\n\r\n" + v.hidden, version=b"HTTP/1.0"))
    yield Attempt(
        "HTTP/1.0 without a Host",
        lambda v: request(b"POST " + v.target + b" HTTP/1.0", kept, *v.fields, length(v.hidden), body=v.hidden))
    yield Attempt("HTTP/1.0, no length", lambda v: v.post(kept, body=v.hidden, version=b"HTTP/1.0"), is_pipelined=True)
    yield Attempt("HTTP/1.0 HEAD, then another",
                  lambda v: request(b"HEAD /index.html HTTP/1.0", b"Host: localhost", kept, body=v.hidden),
                  is_pipelined=True)
