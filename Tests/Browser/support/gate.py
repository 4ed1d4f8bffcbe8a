import re

from support.relay import Relay


class Gate(Relay):
    """A relay between a browser and a server. While it is shut, it closes all connections and does not answer new
    ones."""

    def __init__(self, port):
        self._is_open = True
        self._last = None
        super().__init__(port)

    def shut(self):
        """Cuts the network."""
        with self._lock:
            self._is_open = False
        self._end_all()

    def open(self):
        """Restores the network."""
        with self._lock:
            self._is_open, self._last = True, None

    def open_until(self, request):
        """Restores the network, and cuts it after the first request that begins with a match of this regular
        expression."""
        with self._lock:
            self._is_open, self._last = True, re.compile(request.encode())

    def _carry_requests(self, browser, server):
        while (data := browser.recv(65536)) and self._lets_through(data):
            server.sendall(data)
        if data:
            self._end(browser)

    def _lets_through(self, data):
        with self._lock:
            is_open = self._is_open
            if self._last and self._last.match(data):
                self._is_open = False
        return is_open
