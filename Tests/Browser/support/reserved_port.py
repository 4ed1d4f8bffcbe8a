import socket


class ReservedPort:
    """A free port, which nobody gets by chance; who asks for it by its number does."""

    def __init__(self):
        self._socket = socket.socket()
        # Two may have an address while neither listens, if both say this; servers do.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", 0))
        self.number = self._socket.getsockname()[1]

    def release(self):
        self._socket.close()
