import re
import socket
import threading


class DroppingProxy:
    """A TCP proxy between a browser and a server that can lose the answers to blocking calls.

    The server gets such a call whole and answers it; then the proxy closes the browser's connection, without a byte of
    the answer or in the middle of it. That is what a kept-alive connection looks like that dies at the worst moment.
    """

    def __init__(self, port):
        self._server = ("127.0.0.1", port)
        self._lock = threading.Lock()
        self._drops = 0
        self._is_cutting = False
        self._requests = []
        self._connections = set()
        self._upgraded = set()
        self._threads = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._acceptor = threading.Thread(target=self._accept, daemon=True)
        self._acceptor.start()

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
        with self._lock:
            idle = [browser for browser in self._connections if browser not in self._upgraded]
        for browser in idle:
            self._end(browser)

    def end_sockets(self):
        """Ends the WebSockets that are open now, as a network does."""
        with self._lock:
            sockets = list(self._upgraded & self._connections)
        for browser in sockets:
            self._end(browser)

    def close(self):
        self._end(self._listener)
        self._acceptor.join()
        self._listener.close()
        with self._lock:
            connections = list(self._connections)
        for browser in connections:
            self._end(browser)
        for thread in self._threads:
            thread.join()

    def _accept(self):
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return  # closed
            thread = threading.Thread(target=self._carry, args=(browser,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _carry(self, browser):
        try:
            server = socket.create_connection(self._server)
        except OSError:
            return browser.close()  # there is no server
        with browser, server:
            with self._lock:
                self._connections.add(browser)
            doomed = threading.Event()
            answers = threading.Thread(target=self._carry_answers, args=(server, browser, doomed), daemon=True)
            answers.start()
            try:
                self._carry_requests(browser, server, doomed)
            except OSError:
                pass  # one side has ended
            self._end(server)
            answers.join()
            with self._lock:
                self._connections.discard(browser)

    def _carry_requests(self, browser, server, doomed):
        request = bytearray()
        while data := browser.recv(65536):
            with self._lock:
                if re.match(rb"[A-Z]+ /", data):
                    request = bytearray()
                if data.startswith(b"POST /_bridge/call "):
                    self._requests.append(request)
                    if self._drops:
                        self._drops -= 1
                        doomed.set()
                elif data.startswith(b"GET /_bridge/socket "):
                    self._upgraded.add(browser)
                request += data
            server.sendall(data)

    def _carry_answers(self, server, browser, doomed):
        try:
            while (data := server.recv(65536)) and not doomed.is_set():
                browser.sendall(data)
            if data and self._is_cutting:
                while len(data.partition(b"\r\n\r\n")[2]) < 2:
                    data += server.recv(65536)
                browser.sendall(data[:-1])
        except OSError:
            pass  # one side has ended
        self._end(browser)

    @staticmethod
    def _end(connection):
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has ended by itself
