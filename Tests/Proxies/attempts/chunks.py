"""Attempts with malformed chunks."""
from .attempt import CHUNKED, Attempt, each, length


def chunks():
    def size(v, template):
        return v.post(CHUNKED,
                      body=template.replace(b"#", b"%x" % len(v.hidden)) + b"\r\n" + v.hidden + b"\r\n0\r\n\r\n")

    yield from each("chunk size", [
        b"#",
        b"0#",
        b"00000000000000000000#",
        b"0x#",
        b"+#",
        b"-#",
        b"# ",
        b" #",
        b"#\t",
        b"\t#",
        b"#_0",
        b"#.0",
        b"#,0",
        b"#\0",
        b"\0#",
        b"#\x0b",
        b"",
        b"g",
        b"#g",
        b"#h",
        b"#\r",
        b"#\n",
        b"#\n\r",
        b"\n#",
        b"\r\n#",
        b"#;",
        b"#;a",
        b"#;a=b",
        b"#;a=\"b\"",
        b"#;a=\"b",
        b"#;a=\"b\\\"\"",
        b"# ;a",
        b"#; a",
        b"#;a =b",
        b"#;a= b",
        b"#;=b",
        b"#;a\n",
        b"#;a\nb",
        b"#;\n",
        b"#;a\rb",
        b"#;a\0b",
        b"#;a=\"\r\n\"",
        b"#;a=\"\n\"",
        b"#;;a",
        b"#a\xff",
        b"#;\xff",
        b"#;" + b"a" * 3000,
        b"#;" + b"a" * 20000,
        b"7fffffffffffffff",
        b"8000000000000000",
        b"ffffffffffffffff",
        b"fffffffffffffff#",
        b"10000000000000000",
        b"1000000000000000000#",
        b"100000000#",
        b"ffffffff",
        b"80000000",
        b"7fffffff",
        b"\xd9\xa1",
        b"\"#\"",
        b"#\\",
    ], size)

    def last(v, line):
        return v.post(CHUNKED, body=b"1\r\na\r\n" + line + b"\r\n\r\n" + v.hidden)

    yield from each("last chunk", [b"0", b"00", b"0;a", b"0;a=\"b\""], last, is_pipelined=True)
    yield from each("last chunk", [
        b"0000000000000000000000", b"0 ", b"0;a=\"", b"-0", b"0x0", b"+0", b"0\t", b"0\0", b"", b"0\n", b"0\r"], last)

    def trailer(v, line):
        return v.post(CHUNKED, b"Trailer: X", body=b"1\r\na\r\n0\r\n" + line + b"\r\n\r\n" + v.hidden)

    yield from each(
        "trailer", [b"X: a", b"Trailer: X", b"Upgrade: websocket", b"X-Auth: a"], trailer, is_pipelined=True)
    yield from each("trailer", [
        length(b"12345"), b"Content-Length: 0", CHUNKED, b"Host: other", b"Connection: close", b"Expect: 100-continue",
        b"X : a", b" X: a", b"no colon", b": a", b"X: a\nY: b", b"X: a\rY: b", b"X: a\0", b"X: a\r\n folded",
        b"X: " + b"a" * 6000], trailer)
    yield from each(
        "chunk end", [b"", b"\n", b"\r", b"\r\r\n", b"\n\n", b"xx", b"x\r\n", b"\0\r\n", b" \r\n", b"\r\n\r\n"],
        lambda v, end: v.post(CHUNKED, body=b"1\r\na" + end + b"%x\r\n%s\r\n0\r\n\r\n" % (len(v.hidden), v.hidden)))
    yield from each(
        "body end", [
            b"0\r\n", b"0\r\n\r", b"0\r\n\n", b"0\n\r\n", b"0\n\n", b"0\r\r\n\r\n", b"0\r\n\r\r\n", b"0\r\n\0\r\n",
            b"0"], lambda v, end: v.post(CHUNKED, body=b"1\r\na\r\n" + end + v.hidden))
    yield Attempt("chunk longer than its size", lambda v: v.post(CHUNKED, body=b"1\r\n" + v.hidden + b"\r\n0\r\n\r\n"))
    yield Attempt("chunk shorter than its size",
                  lambda v: v.post(CHUNKED, body=b"fff\r\n" + v.hidden + b"\r\n0\r\n\r\n"))
    yield Attempt("byte by byte",
                  lambda v: v.post(CHUNKED, body=b"".join(b"1\r\n%c\r\n" % byte for byte in v.hidden) + b"0\r\n\r\n"))
    yield Attempt("chunked, in pieces",
                  lambda v: [v.post(CHUNKED),
                             b"%x" % len(v.hidden), b"\r", b"\n" + v.hidden, b"\r\n0\r", b"\n\r\n"])
