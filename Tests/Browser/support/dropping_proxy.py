import re

from support.relay import Relay


class DroppingProxy(Relay):
    """A proxy that can lose the answers to blocking calls.

    The server receives and answers such a call. Then the proxy closes the browser's connection, before or within the
    answer. A browser sees the same when a kept-alive connection fails at this moment.
    """

    def __init__(self, port):
        self._drops = 0
        self._is_cutting = False
        self._requests = []
        self._upgraded = set()
        self._doomed = set()
        super().__init__(port)

    def drop_answers(self, count):
        """Loses the complete answers to a number of blocking calls."""
        self._lose(count, is_cut=False)

    def cut_answers(self, count):
        """Cuts off the last byte of the answers to a number of blocking calls."""
        self._lose(count, is_cut=True)

    def _lose(self, count, is_cut):
        with self._lock:
            self._drops = count
            self._is_cutting = is_cut
            self._requests.clear()

    def calls(self):
        """Returns the number and method of each blocking call since `drop_answers`, sorted."""
        with self._lock:
            text = b"\n".join(bytes(request) for request in self._requests).decode()
        return sorted((int(n), method) for n, method in re.findall(r"(?m)^call (\d+) (\S+)", text))

    def end_idle_connections(self):
        """Closes the connections without a WebSocket, so that the next request opens a new connection."""
        self._end_all(lambda browser: browser not in self._upgraded)

    def end_sockets(self):
        """Ends the open WebSockets, like a network failure."""
        self._end_all(lambda browser: browser in self._upgraded)

    def _carry_requests(self, browser, server):
        request = bytearray()
        while data := browser.recv(65536):
            with self._lock:
                if re.match(rb"[A-Z]+ /", data):
                    request = bytearray()
                if data.startswith(b"POST /_bridge/call "):
                    self._requests.append(request)
                    if self._drops:
                        self._drops -= 1
                        self._doomed.add(browser)
                elif data.startswith(b"GET /_bridge/socket "):
                    self._upgraded.add(browser)
                request += data
            server.sendall(data)

    def _carry_answers(self, server, browser):
        while (data := server.recv(65536)) and browser not in self._doomed:
            browser.sendall(data)
        if data and self._is_cutting:
            while len(data.partition(b"\r\n\r\n")[2]) < 2:
                data += server.recv(65536)
            browser.sendall(data[:-1])
