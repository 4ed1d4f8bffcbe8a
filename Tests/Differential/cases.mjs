// The cases: requests of real clients, the requests in `rows`, and generated requests, all of them mutated. A case
// depends only on the seed and on its number.

import { readFileSync, readdirSync } from 'node:fs';

const corpus = new URL('../Fuzzing/Corpus/requests/', import.meta.url);

const heads = {
  chromium: `GET /snippets/index.html?x=1&y=%20 HTTP/1.1
Host: 127.0.0.1:8123
Connection: keep-alive
Cache-Control: max-age=0
sec-ch-ua: "Not/A)Brand";v="8", "Chromium";v="126"
sec-ch-ua-mobile: ?0
sec-ch-ua-platform: "Linux"
Upgrade-Insecure-Requests: 1
User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8
Sec-Fetch-Site: none
Sec-Fetch-Mode: navigate
Sec-Fetch-User: ?1
Sec-Fetch-Dest: document
Accept-Encoding: gzip, deflate, br, zstd
Accept-Language: en-US,en;q=0.9
Cookie: token=0123456789abcdef; theme="dark"

`,
  firefox: `POST /_bridge/call HTTP/1.1
Host: localhost:8080
User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0
Accept: */*
Accept-Language: de,en-US;q=0.7,en;q=0.3
Accept-Encoding: gzip, deflate, br
Referer: http://localhost:8080/snippets/
Content-Type: text/plain;charset=UTF-8
Content-Length: 17
Origin: http://localhost:8080
Connection: keep-alive
Sec-Fetch-Dest: empty
Sec-Fetch-Mode: cors
Sec-Fetch-Site: same-origin
Priority: u=0

{"name":"pr\u00fcfen"}`,
  webkit: `GET /style.css HTTP/1.1
Host: [::1]:8080
Accept: text/css,*/*;q=0.1
If-Modified-Since: Tue, 05 Nov 2024 08:00:00 GMT
If-None-Match: "a-b"
User-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15
Accept-Language: en-GB,en;q=0.9
Accept-Encoding: gzip, deflate
Connection: keep-alive

`,
  curl: `PUT http://a.example:80/x?y=http://b/ HTTP/1.1
Host: a.example
User-Agent: curl/8.8.0
Accept: */*
Transfer-Encoding: chunked
Expect: 100-continue

b
hello world
0

`,
  socket: `GET /_bridge/socket HTTP/1.1
Host: localhost:8080
Connection: keep-alive, Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==

`,
  preflight: `OPTIONS /api HTTP/1.1
Host: localhost:8080
Access-Control-Request-Method: PUT
Access-Control-Request-Headers: bridge-document,content-type
Origin: http://localhost:3000

`,
  old: `GET / HTTP/1.0
Connection: Keep-Alive

`,
  server: `OPTIONS * HTTP/1.1
Host: localhost

`,
};

/** Unusual and malformed requests. Each row contains the fields and the body of a POST, or a whole request. */
const rows = [
  'X-Auth: a\nContent-Length: 28\n\nGET /2 HTTP/1.1\nHost: b\n\n..',
  'Content-Length : 5\n\nhello', ' X: a\n\n', 'X: a\n b\n\n', 'X\n\n', 'X: a\0b\n\n', 'X: a\rb\n\n', ': a\n\n', 'X@Y: a\n\n',
  'Content-Length: 5\nContent-Length: 6\n\nhello', 'Content-Length: 5\nContent-Length: 5\n\nhello', 'Content-Length: +5\n\nhello',
  'Content-Length: 5, 5\n\nhello', 'Content-Length: 0x5\n\nhello', 'Content-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n',
  'Transfer-Encoding: xchunked\n\n0\n\n', 'Transfer-Encoding: chunked, identity\n\n0\n\n', 'Transfer-Encoding: gzip, chunked\n\n0\n\n',
  'Transfer-Encoding: chunked\n\n5 \nhello\n0\n\n', 'Transfer-Encoding: chunked\n\n5\nhello!\n0\n\n',
  'Transfer-Encoding: chunked\n\n5;a=b;c="d\\" ;"\nhello\n0;x\nX: y\nContent-Length: 9\n\n',
  'Transfer-Encoding: chunked\n\nFFFFFFFFFFFFFFFF\nhello\n0\n\n', 'Host: b\n\n', 'Expect: 200-maybe\nContent-Length: 2\n\nok',
  'X: \u00e9\u00ff\n\n', 'Connection: close\n\nGET / HTTP/1.1\nHost: a\n\n', 'Content-Length: 007\n\nhello w',
].map((fields) => `POST / HTTP/1.1\nHost: a\n${fields}`).concat([
  'GET / HTTP/1.1\n\n', 'GET /a b HTTP/1.1\nHost: a\n\n', 'GET /\u00e9 HTTP/1.1\nHost: a\n\n', 'GET  / HTTP/1.1\nHost: a\n\n',
  'GET / HTTP/1.2\nHost: a\n\n', 'GET / HTTP/2.0\nHost: a\n\n', 'GET /\n\n', '\n\nGET / HTTP/1.1\nHost: a\n\n',
  'get / HTTP/1.1\nHost: a\n\n', ' GET / HTTP/1.1\nHost: a\n\n', 'POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n0\n\n',
  'GET http://b/c?d HTTP/1.1\nHost: a\n\n', 'GET /a%2Fb;c//../d?x=%26 HTTP/1.1\nHost: a\n\n', 'CONNECT a:1 HTTP/1.1\nHost: a\n\n',
]);

const network = (text) => Buffer.from(text.replace(/\n/g, '\r\n'), 'latin1');

export const seeds = [
  ...readdirSync(corpus).sort().map((name) =>
    Buffer.from(readFileSync(new URL(name, corpus), 'latin1').replaceAll('{host}', 'localhost:8080'), 'latin1')),
  ...[...Object.values(heads), ...rows].map(network),
  // Requests whose lines end with a line feed only.
  Buffer.from('GET / HTTP/1.1\nHost: a\n\n'), Buffer.from('GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n'),
  Buffer.from('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n'),
];

const pieces = [
  '\r\n', '\n', '\r', '\r\n\r\n', ' ', '\t', ':', ': ', ',', ';', '"', '\\', '\0', '\x7f', '\x0b', '\x80', '\xff', '/', '?', '#', '%00',
  '%', '*', '//', '@', '[', ']', '0', '5', '0\r\n\r\n', '5\r\nhello\r\n', ';a=b', ' HTTP/1.1', ' HTTP/1.0', 'GET / HTTP/1.1\r\n',
  'http://a/', 'Host: a\r\n', 'Content-Length: 5\r\n', 'Content-Length: 0\r\n', 'content-length:5\r\n', 'Content-Length', 'Transfer-Encoding',
  'Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: CHUNKED\r\n', 'chunked', 'identity', 'gzip, ', 'Connection: close\r\n',
  'Connection: keep-alive\r\n', 'Connection: Upgrade\r\nUpgrade: x\r\n', 'Expect: 100-continue\r\n', 'Trailer: X\r\n', 'TE: trailers\r\n',
  'X:\r\n', 'X: a\r\n', '-1', '+', '0x', '18446744073709551616', '9223372036854775808', '4294967296', '\xc3\xa9', ' chunked', '_', '^', '~',
].map((text) => Buffer.from(text, 'latin1'));

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'GET', 'POST', 'POST'];
const targets = [
  '/', '/a/b?c=d', '/a%2Fb;c//../d?x=%26', '/?', '/*', '//a/b', 'http://a/', 'https://b:8/c', 'http://a', 'HTTP://A/?', '/{}|^`"<>\\',
  '/a?b?c', '/%zz', '/~!$&\'()*+,;=:@',
];
const names = [
  'Accept', 'Cookie', 'X', 'X-Auth', 'Content', 'Content-Typ', 'Content-Type', 'User-Agent', 'X_Y', 'A!#$%&\'*+-.^_`|~9', 'TE', 'Te', 'Via',
  'Cookie2', 'Proxy-Connection', 'Upgrade', 'transfer-encodin', 'Content-Lengthy', 'Keep-Alive', 'Trailer', 'X-Forwarded-For',
];
const values = [
  '', 'a', 'a b', 'a\tb', '*/*', 'a, b;q=0.1', '"quoted \\" text"', '\xe9\xff', 'http://a/?b#c', ':', '::1', ' ', ';', '100-continue', 'chunked', '5',
  '(comment)', 'a=b; c=d', 'x'.repeat(200),
];
const hosts = ['a', 'a:80', 'localhost:8080', '127.0.0.1', '[::1]:80', '', 'a.b-c_d~', 'a%20b', 'A.EXAMPLE.', '!$&\'()*+,;='];

/** A generator of pseudo-random numbers. The same seed and number produce the same sequence. */
class Random {
  constructor(seed, number) { this.state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) | 0; this.below(1); this.below(1); }
  below(end) {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }
  of(list) { return list[this.below(list.length)]; }
}

function madeUp(random) {
  const lines = [];
  const version = random.below(12) === 0 ? '1.0' : random.below(60) === 0 ? '1.2' : '1.1';
  const host = random.of(hosts);
  for (let count = random.below(5); count > 0; count--) {
    lines.push(`${random.of(names)}:${random.of(['', ' ', ' ', ' ', '\t', '  '])}${random.of(values)}${random.of(['', '', '', ' ', '\t '])}`);
  }
  if (version !== '1.0' || random.below(2)) lines.push(`${random.of(['Host', 'host', 'HOST'])}: ${host}`);
  if (random.below(8) === 0) lines.push(`Connection: ${random.of(['keep-alive', 'close', 'Keep-Alive, x', 'TE', 'close, keep-alive'])}`);
  const method = random.of(methods);
  let body = '';
  const text = random.of(['hello', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', '\r\n', '0\r\n\r\n', 'x'.repeat(300)]);
  switch (random.below(4)) {
    case 0:
      lines.push(`${random.of(['Content-Length', 'content-length'])}: ${random.of(['', '', '0', '00'])}${text.length}`);
      body = text;
      break;
    case 1:
      lines.push(`${random.of(['Transfer-Encoding', 'transfer-encoding'])}: ${random.of(['chunked', 'chunked', 'Chunked'])}`);
      body = chunks(text, random);
      break;
  }
  // The fields that determine the body's length were added last. In half of the requests, they come first instead.
  if (random.below(2)) lines.reverse();
  return Buffer.from(`${method} ${random.of(targets)} HTTP/${version}\r\n${lines.map((line) => line + '\r\n').join('')}\r\n${body}`, 'latin1');
}

function chunks(text, random) {
  let body = '';
  for (let start = 0; start < text.length;) {
    const size = 1 + random.below(text.length - start);
    const number = random.of([size.toString(16), size.toString(16).toUpperCase(), '00' + size.toString(16)]);
    body += `${number}${random.of(['', '', ';a', ';a=b', ';a="b;\\"\r'.slice(0, 5) + '"', ';a;b=c'])}\r\n${text.slice(start, start + size)}\r\n`;
    start += size;
  }
  const trailers = random.of(['', '', '', 'X: y\r\n', 'Content-Length: 3\r\n', 'Transfer-Encoding: chunked\r\n', 'Host: b\r\nX:\r\n']);
  return `${body}${random.of(['0', '000', '0;a'])}\r\n${trailers}\r\n`;
}

function mutated(bytes, random) {
  const at = random.below(bytes.length + 1);
  const size = 1 + random.below(8);
  switch (random.below(9)) {
    case 0: return splice(bytes, at, 1, Buffer.of(random.below(256)));
    case 1: return splice(bytes, at, size, Buffer.alloc(0));
    case 2: return splice(bytes, at, 0, bytes.subarray(random.below(bytes.length + 1)).subarray(0, 1 + random.below(60)));
    case 3: return splice(bytes, at, 1, random.of(pieces));
    case 4: return splice(bytes, lineStart(bytes, at), 0, random.of(pieces));
    case 5: return splice(bytes, lineStart(bytes, at), 0, Buffer.from(`${random.of(names)}: ${random.of(values)}\r\n`, 'latin1'));
    case 6: {
      const start = lineStart(bytes, at);
      const end = lineStart(bytes, Math.min(bytes.length, start + 1 + random.below(60)));
      return random.below(2) ? splice(bytes, start, Math.max(0, end - start), Buffer.alloc(0)) : splice(bytes, start, 0, bytes.subarray(start, end));
    }
    case 7: {
      const copy = Buffer.from(bytes);
      for (let index = at; index < Math.min(bytes.length, at + size); index++) if (/[a-z]/i.test(String.fromCharCode(copy[index]))) copy[index] ^= 0x20;
      return copy;
    }
    default: return splice(bytes, at, 0, random.of(pieces));
  }
}

const splice = (bytes, at, count, more) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at + count)]);

/** Returns the index after the next line end at or after `at`. */
function lineStart(bytes, at) {
  const end = bytes.indexOf(10, at);
  return end < 0 ? bytes.length : end + 1;
}

export function makeCase(seed, number) {
  if (number < seeds.length) return seeds[number];
  const random = new Random(seed, number);
  const one = () => (random.below(3) ? madeUp(random) : random.of(seeds));
  let bytes = one();
  while (random.below(4) === 0) bytes = Buffer.concat([bytes, one()]);
  for (let count = random.below(4); count > 0; count--) bytes = mutated(bytes, random);
  return bytes.length > 0 ? bytes : Buffer.from('\r\n');
}
