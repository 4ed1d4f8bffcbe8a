import socket


class ReservedPort:
    """Reserves a free port. The system assigns it to no other socket, but a program can bind it by number."""

    def __init__(self):
        self._socket = socket.socket()
        # With this option, two sockets may bind the same address while neither listens. Servers set the option too, so
        # a server can bind the reserved port.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", 0))
        self.number = self._socket.getsockname()[1]

    def release(self):
        self._socket.close()
