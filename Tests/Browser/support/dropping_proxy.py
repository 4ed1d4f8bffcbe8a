import re

from support.relay import Relay


class DroppingProxy(Relay):
    """Can lose the answers to blocking calls.

    The server gets such a call whole and answers it; then the proxy closes the browser's connection, without a byte of
    the answer or in the middle of it. That is what a kept-alive connection looks like that dies at the worst moment.
    """

    def __init__(self, port):
        self._drops = 0
        self._is_cutting = False
        self._requests = []
        self._upgraded = set()
        self._doomed = set()
        super().__init__(port)

    def drop_answers(self, count):
        """Loses the answers to the next blocking calls, so many, whole."""
        self._lose(count, is_cut=False)

    def cut_answers(self, count):
        """As `drop_answers`, but for all of the answer except its last byte."""
        self._lose(count, is_cut=True)

    def _lose(self, count, is_cut):
        with self._lock:
            self._drops = count
            self._is_cutting = is_cut
            self._requests.clear()

    def calls(self):
        """Number and method of each blocking call that arrived since `drop_answers`, sorted."""
        with self._lock:
            text = b"\n".join(bytes(request) for request in self._requests).decode()
        return sorted((int(n), method) for n, method in re.findall(r"(?m)^call (\d+) (\S+)", text))

    def end_idle_connections(self):
        """Ends what could carry another request, so that the next one makes a connection; sockets stay."""
        self._end_all(lambda browser: browser not in self._upgraded)

    def end_sockets(self):
        """Ends the WebSockets that are open now, as a network does."""
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
