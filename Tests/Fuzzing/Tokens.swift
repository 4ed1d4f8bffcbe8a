/// The tokens that mutations insert.
enum Tokens {
  static let messages =
    [
      "\n", " ", "\n\n", "%00", "%", "%zz", "hello ", "ack ", "call ", "ask ", "cancel ", "post ", "return ", "throw ",
      "event ", "more ", "done ", "ready null", "location ", "message 1\n",
    ] + json

  static let json = [
    "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u0000", "\\ud800", "\\u00e9", "null", "true", "NaN", "1e999", "-0",
    "0.1",
    "9223372036854775808", "-9223372036854775809", "{\"__proto__\":1}", "{\"\":{}}", "[[[[[[[[[[[[[[[[[[[[",
    "\"constructor\"", "\u{2028}", "\u{FEFF}",
  ]

  static let requests = [
    "\r\n", "\r\n\r\n", "\n", ": ", "GET ", "HEAD ", "POST ", "OPTIONS ", " HTTP/1.1", " HTTP/1.0", " HTTP/2.0", "/../",
    "/%2e%2e/", "%00", "%2F", "//", "?", "#", "Host: localhost\r\n", "Content-Length: 5\r\n", "Content-Length: -1\r\n",
    "Content-Length: 18446744073709551616\r\n", "Transfer-Encoding: chunked\r\n", "Connection: close\r\n",
    "Expect: 100-continue\r\n", "Range: bytes=0-0,-1\r\n", "Range: bytes=9223372036854775807-\r\n",
    "If-None-Match: *\r\n",
    "Upgrade: websocket\r\nConnection: Upgrade\r\n", "Sec-WebSocket-Version: 13\r\n", "Sec-WebSocket-Key: AAAA\r\n",
    "Sec-WebSocket-Extensions: permessage-deflate\r\n", "Cookie: ", "Origin: null\r\n", "\u{0}",
  ]

  static let responses = [
    "\r\n", "\r\n\r\n", "\n", ": ", "HTTP/1.1 200 OK\r\n", "HTTP/1.0 404 \r\n", "HTTP/1.1 100 \r\n\r\n", "204", "304",
    "999",
    "Content-Length: 5\r\n", "Content-Length: -1\r\n", "Content-Length: 9999999999999999999\r\n",
    "Transfer-Encoding: chunked\r\n", "ffffffffffffffff\r\n", "0\r\n\r\n", "Connection: close\r\n",
    "Content-Type: text/html\r\n", "charset=utf-16be", "Content-Encoding: gzip\r\n", "Content-Encoding: br\r\n",
    "Set-Cookie: =;;=\r\n", "Set-Cookie: bridge-session-1=a\r\n", "Location: http://127.0.0.1:1/%zz\r\n",
    "Location: //\r\n",
    "ETag: \"\r\n", "ETag: W/\"a~sb-\"\r\n", "Content-Security-Policy: ,;,\r\n", "Clear-Site-Data: \"*\"\r\n",
    "Refresh: url=\r\n", "<!--", "-->", "<head", "<html>", "\u{FEFF}", "\u{0}",
  ]
}
