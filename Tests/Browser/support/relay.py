import socket
import threading


class Relay:
    """Relays TCP connections between a browser and a server. Subclasses change the connections."""

    def __init__(self, port):
        self._server = ("127.0.0.1", port)
        self._lock = threading.Lock()
        self._connections = set()  # The browser's connections.
        self._threads = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._acceptor = threading.Thread(target=self._accept, daemon=True)
        self._acceptor.start()

    def close(self):
        self._end(self._listener)
        self._acceptor.join()
        self._listener.close()
        self._end_all()
        for thread in self._threads:
            thread.join()

    def _end_all(self, is_meant=lambda browser: True):
        with self._lock:
            connections = [browser for browser in self._connections if is_meant(browser)]
        for browser in connections:
            self._end(browser)

    def _accept(self):
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                return  # The listener is closed.
            with self._lock:
                self._connections.add(browser)
            thread = threading.Thread(target=self._carry, args=(browser,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _carry(self, browser):
        with browser:
            try:
                with socket.create_connection(self._server) as server:
                    answers = threading.Thread(target=self._pass_on, args=(self._carry_answers, server, browser), daemon=True)
                    answers.start()
                    self._pass_on(self._carry_requests, browser, server)
                    answers.join()
            except OSError:
                pass  # No server listens.
            with self._lock:
                self._connections.discard(browser)

    def _pass_on(self, carry, source, target):
        try:
            carry(source, target)
        except OSError:
            pass  # One peer has closed the connection.
        self._end(target)

    def _carry_requests(self, browser, server):
        while data := browser.recv(65536):
            server.sendall(data)

    def _carry_answers(self, server, browser):
        while data := server.recv(65536):
            browser.sendall(data)

    @staticmethod
    def _end(connection):
        try:
            connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # The connection has already ended.
