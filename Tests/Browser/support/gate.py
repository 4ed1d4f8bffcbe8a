import re
import socket
import threading


class Gate:
    """A TCP relay before a server. It can be shut: then every connection ends, and new ones end before a byte of an answer."""

    def __init__(self, port):
        self._server = ("127.0.0.1", port)
        self._lock = threading.Lock()
        self._is_open = True
        self._last = None
        self._connections = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def shut(self):
        """As when the network goes."""
        with self._lock:
            self._is_open = False
            connections = list(self._connections)
        for connection in connections:
            self._end(connection)

    def open(self):
        """As when it is back."""
        with self._lock:
            self._is_open, self._last = True, None

    def open_until(self, request):
        """Opens, and lets nothing through after a request that begins like this regular expression."""
        with self._lock:
            self._is_open, self._last = True, re.compile(request.encode())

    def close(self):
        self.shut()
        self._end(self._listener)
        self._listener.close()

    def _accept(self):
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return  # closed
            threading.Thread(target=self._carry, args=(browser,), daemon=True).start()

    def _carry(self, browser):
        with browser:
            try:
                with socket.create_connection(self._server) as server:
                    self._relay(browser, server)
            except OSError:
                pass  # there is no server, or one side has ended

    def _relay(self, browser, server):
        with self._lock:
            self._connections |= {browser, server}
        answers = threading.Thread(target=self._pass_on, args=(server, browser, lambda _: True), daemon=True)
        answers.start()
        self._pass_on(browser, server, self._lets_through)
        answers.join()
        with self._lock:
            self._connections -= {browser, server}

    def _lets_through(self, data):
        with self._lock:
            is_open = self._is_open
            if self._last and self._last.match(data):
                self._is_open = False
        return is_open

    def _pass_on(self, source, target, lets_through):
        try:
            while (data := source.recv(65536)) and lets_through(data):
                target.sendall(data)
            if data:
                self._end(source)
        except OSError:
            pass  # one side has ended
        self._end(target)

    @staticmethod
    def _end(connection):
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has ended by itself
