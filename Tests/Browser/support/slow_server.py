import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class SlowServer:
    """A server that answers on command, or after `limit` seconds, so that a request stays pending during a test."""

    def __init__(self, limit=60):
        arrived, released = threading.Event(), threading.Event()
        self._arrived, self._released = arrived, released

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                arrived.set()
                released.wait(limit)
                body = b"at last"
                try:
                    self.send_response(200)
                    self.send_header("Access-Control-Allow-Origin", "*")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except ConnectionError:
                    pass  # The page has disconnected.

            def log_message(self, *_):
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def wait_for_request(self):
        if not self._arrived.wait(15):
            raise AssertionError("waited 15 s: the request arrives")

    def release(self):
        self._released.set()

    def close(self):
        self.release()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
