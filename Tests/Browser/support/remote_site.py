import gzip
import http.server
import random
import socket
import threading
import urllib.parse

from .acceptance_test_case import page

#: Padding that makes a page so long that all browsers, including WebKitGTK, show it at once.
LONG = "<!-- " + "x" * 2000 + " -->"
WORKER = """
    self.addEventListener('install', (event) => event.waitUntil(skipWaiting()));
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    self.addEventListener('fetch', (event) => {
      const { pathname } = new URL(event.request.url);
      if (pathname === '/from-worker') event.respondWith(new Response('worker'));
      if (event.request.mode === 'navigate') {
        const headers = { 'Content-Type': 'text/html' };
        event.respondWith(new Response('<!doctype html><title>From the cache</title>', { headers }));
      }
    });"""
PAGES = {
    "/": page(title="Remote"),
    "/worker": page("<script>navigator.serviceWorker.register('/sw.js')</script>", title="Worker"),
    "/upgrade": page("<script src=/loaded.js></script>", title="Upgrade"),
    "/framed": page(title="Framed"),
    "/clear": page(title="Clear"),
    "/unchanged": page(title="Unchanged"),
    "/compressed": page(title="Compressed"),
    "/brotli": page(title="Brotli"),
    "/fetched": page(title="Fetched"),
    "/login": page(title="Login") + "<form method=post action=/login><input name=a value=b></form>",
    "/policy": page(title="Policy").replace("<script>", "<script nonce=abc>") + "<script>window.forbidden = true</script>",
}
HEADERS = {
    "/framed": [("X-Frame-Options", "DENY"), ("Content-Security-Policy", "frame-ancestors 'none'")],
    "/upgrade": [("Content-Security-Policy", "upgrade-insecure-requests")],
    "/clear": [("Clear-Site-Data", '"*"')],
    "/unchanged": [
        ("ETag", '"v1"'), ("Cache-Control", "no-cache"),
        ("Content-Security-Policy", "script-src 'unsafe-inline' 'unsafe-eval'; connect-src 'none'")],
    "/": [(f"Set-Cookie", f"c{index}={index}; Secure; Domain=shop.example") for index in range(10)],
}


class RemoteSite:
    """A server whose pages test features that a proxy must handle. Listens on 127.0.0.1 only."""

    def __init__(self, port=0):
        site = self
        #: The method, target and headers of each request.
        self.requests = []
        self.released = threading.Event()
        self._connections = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                site._connections.append(self.connection)

            def do_GET(self):
                site.requests.append((self.command, self.path, self.headers))
                url = urllib.parse.urlsplit(self.path)
                site.answer(self, url.path, dict(urllib.parse.parse_qsl(url.query)))

            def do_POST(self):
                site.requests.append((self.command, self.path, self.headers))
                body = self.rfile.read(int(self.headers["Content-Length"]))
                # Frameworks with CSRF protection make the same check.
                own = f"http://{self.headers['Host']}"
                is_own = self.headers["Origin"] == own and self.headers["Referer"].startswith(own + "/")
                site.send(self, page(title="Welcome" if is_own else "Forged") + f"<p>{body.decode()}</p>")

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request, address):
                pass  # The browser has disconnected.

        self._server = Server(("127.0.0.1", port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def close(self):
        self.released.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        # Closes kept-alive connections, because requests on them would still be answered.
        for connection in self._connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # The connection has already ended.

    def paths(self, path):
        """Returns the requests for this path."""
        return [request for request in self.requests if request[1].split("?")[0] == path]

    @staticmethod
    def send(handler, body, headers=(), status=200, type="text/html; charset=utf-8"):
        body = body.encode() if isinstance(body, str) else body
        handler.send_response(status)
        if type:
            handler.send_header("Content-Type", type)
        for name, value in headers:
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def answer(self, handler, path, query):
        headers = HEADERS.get(path, [])
        match path:
            case "/policy":
                self.send(handler, PAGES[path], [("Content-Security-Policy", value) for value in query["p"].split("|")])
            case "/unchanged" if handler.headers["If-None-Match"] == '"v1"':
                handler.send_response(304)
                for name, value in headers:
                    handler.send_header(name, value)
                handler.end_headers()
            case "/compressed":
                self.send(handler, gzip.compress(PAGES[path].encode()), [("Content-Encoding", "gzip")])
            case "/brotli":
                self.send(handler, b"brotli, perhaps", [("Content-Encoding", "br")])
            case "/utf16":
                body = page("<p>\u00e4\u3c00</p>", title="UTF-16 \u00e4").encode("utf-16")
                self.send(handler, body, type="text/html")
            case "/untyped":
                self.send(handler, "<!doctype html><title>Untyped</title>", type=None)
            case "/xhtml":
                body = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>XHTML</title></head><body/></html>'
                self.send(handler, body, type="application/xhtml+xml")
            case "/redirect":
                location = f"http://localhost:{self.port}/?redirected"
                self.send(handler, "", [("Location", location)], status=302)
            case "/sw.js":
                self.send(handler, WORKER, type="text/javascript")
            case "/loaded.js":
                self.send(handler, "window.loaded = true", type="text/javascript")
            case "/cookies":
                self.send(handler, handler.headers["Cookie"] or "", type="text/plain")
            case "/report":
                disposition = ("Content-Disposition", 'attachment; filename="report.html"')
                self.send(handler, "<!doctype html><title>Report</title>" + LONG, [disposition])
            case "/stream":
                handler.send_response(200)
                handler.send_header("Content-Type", "text/html; charset=utf-8")
                handler.send_header("Connection", "close")
                handler.end_headers()
                handler.wfile.write(f"<!doctype html><title>Stream</title>{LONG}<p>first</p>".encode())
                handler.wfile.flush()
                self.released.wait(30)
                handler.wfile.write(b"<p>second</p>")
                handler.close_connection = True
            case _ if path in PAGES:
                self.send(handler, PAGES[path], headers)
            case _:
                self.send(handler, "nothing", status=404, type="text/plain")


def free_port():
    """Returns a port without a listener.

    The port is below the range from which Linux takes the ports of clients and of listeners on port 0. So no other
    program can get it by chance before the caller binds it.
    """
    while True:
        port = random.randrange(10_000, 32_000)
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            pass
