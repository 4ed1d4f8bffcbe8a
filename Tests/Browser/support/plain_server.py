import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class PlainServer:
    """Serves a folder without the bridge, to compare documents in a browser.

    `requests` contains the requests, such as `GET /`.
    """

    def __init__(self, folder):
        requests = self.requests = []

        class Handler(SimpleHTTPRequestHandler):
            def guess_type(self, path):
                return "text/html; charset=utf-8"

            def log_request(self, *_):
                requests.append(self.requestline.rpartition(" ")[0])

            def log_message(self, *_):
                pass

        handler = functools.partial(Handler, directory=folder)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
