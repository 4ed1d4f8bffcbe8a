import asyncio
import http.client
import itertools
import json
import time

from answers import KINDS, cut, misread
from attempts import SESSION
from clients import FirstClient, SecondClient
from tap import Tap, marks

#: The number of first clients that run at the same time.
WORKERS = 6
#: The number of second clients for each first client.
SECONDS = 2


class Place:
    """Makes attempts on the server at `port`, through a proxy or, without one, directly. Collects the problems."""
    def __init__(self, name, port, proxy=None, log=lambda: ""):
        self.name = name
        self.port = port
        self.make_proxy = proxy
        self.log = log
        self.problems = []
        self.tried = self.asked = self.reopened = self.sockets = 0
        self.numbers = itertools.count(1)
        self.attempts = {}  # by number
        self.session, self.session_end = None, 0

    async def run(self, work, deadline=float("inf"), root=None, cuts=0, kinds=KINDS):
        """Makes these attempts, each with a variation, until the deadline. Then checks that answers end correctly.

        Files that are truncated while they are sent are created in `root`.
        """
        self.tap = Tap(self.port)
        await self.tap.open()
        self.proxy = self.make_proxy and self.make_proxy(self.tap.port)
        self.front = self.proxy.port if self.proxy else self.tap.port
        work = iter(work)
        try:
            await asyncio.gather(*(self._work(work, deadline) for _ in range(WORKERS)))
            for is_pipelined in (False, True):
                self._note("answers", await misread(self.front, self.numbers, kinds, is_pipelined))
            await self._cut(root, cuts)
        finally:
            lines = self.proxy.stop() if self.proxy else b""
            self.tap.close()
        self._look_for_hidden(lines)
        self._look_at_itself()

    async def _work(self, work, deadline):
        seconds = [SecondClient(self.front) for _ in range(SECONDS)]
        for attempt, variation in work:
            if time.monotonic() > deadline:
                break
            await self._try(attempt, variation, seconds)
        self._leave(seconds)

    async def _try(self, attempt, variation, seconds):
        self.tried += 1
        number = next(self.numbers)
        self.attempts[number] = attempt
        pieces = attempt.pieces(variation)
        pieces = [pieces] if isinstance(pieces, bytes) else pieces
        if any(SESSION in piece for piece in pieces):
            pieces = [piece.replace(SESSION, self._session()) for piece in pieces]
        first = FirstClient(self.front, number)
        try:
            await first.open()
        except OSError as error:
            return self._note(attempt.name, f"the first client cannot connect: {error}")
        for piece in pieces:
            await first.send(piece)
            await first.read()
        self.sockets += first.received.startswith(b"HTTP/1.1 101 ")
        await self._ask(attempt.name, seconds)
        if not self.proxy and not first.has_ended and not attempt.resets:
            # Without a proxy, no other client's request follows on this connection, so the first client sends one
            # itself.
            await first.send(b"GET /first-NNNNNNNN HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await first.read()
        first.close(attempt.resets)
        await self._ask(attempt.name, seconds)
        self._note(attempt.name, first.problem())

    async def _cut(self, root, times):
        seconds = [SecondClient(self.front) for _ in range(SECONDS)]
        for _ in range(times):
            number = next(self.numbers)
            problem, _ = await asyncio.gather(cut(self.front, root / f"cut-{number}.bin", number),
                                              self._ask("a body that is cut", seconds))
            self._note("a body that is cut", problem)
            await self._ask("a body that was cut", seconds)
        self._leave(seconds)

    async def _ask(self, name, seconds):
        for problem in await asyncio.gather(*(second.ask(next(self.numbers)) for second in seconds)):
            self._note(name, problem)

    def _session(self):
        """Returns a cookie of a valid session. The server soon ends a session without a page, so this function
        creates a new one every 5 s."""
        if time.monotonic() > self.session_end:
            self.session, self.session_end = new_session(self.port), time.monotonic() + 5
        return self.session

    def _leave(self, seconds):
        for second in seconds:
            second.close()
            self.asked += second.asked
            self.reopened += second.reopened

    def _note(self, name, problem):
        if problem:
            self.problems.append(f"{self.name}: {name}: {problem}")

    def _look_for_hidden(self, lines):
        """Checks that no hidden request was answered or logged.

        A hidden request that the proxy itself has read as the first client's next request is allowed.
        """
        if self.proxy:
            known = {number for kind, number in marks(lines) if kind == "hidden"}
        else:
            known = {number for number, attempt in self.attempts.items() if attempt.is_pipelined}
        logged = {number for kind, number in marks(self.log().encode()) if kind == "hidden"}
        for number in sorted(self.tap.answered("hidden") - known):
            self._note(self.attempts[number].name, "a hidden request was answered")
        for number in sorted(logged - known):
            self._note(self.attempts[number].name, "a hidden request is in the log")

    def _look_at_itself(self):
        """Checks that the run was meaningful: the clients shared connections, and the server accepted a WebSocket.

        Short runs and runs of few attempts are not checked.
        """
        names = [attempt.name for attempt in self.attempts.values()]
        if self.proxy and len(set(names)) >= 200 and not self.tap.shared:
            self._note("this test", "no connection to the server was shared by both clients")
        if not self.sockets and sum(name.startswith("accepted upgrade") for name in names) >= 20:
            self._note("this test", "no WebSocket was accepted")

    @property
    def summary(self):
        return (
            f"{self.name}: {self.tried} attempts, {self.sockets} of them WebSockets, "
            f"{self.asked} requests of second clients ({self.reopened} sent again); {self.tap.requests} requests on "
            f"{len(self.tap.connections)} connections to the server, {self.tap.shared} of them shared; "
            f"{len(self.problems)} problems")


def new_session(port):
    """Says hello, and returns the session cookie."""
    document = "0123456789abcdef" * 2
    connection = http.client.HTTPConnection("127.0.0.1", port)
    hello = {
        "protocol": 1, "document": document, "key": document, "first": 1, "received": 0, "url": "http://localhost/"}
    fields = {"Host": "localhost", "Origin": "http://localhost", "Bridge-Document": document}
    connection.request("POST", "/_bridge/hello", json.dumps(hello), fields)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"hello was answered {answer.status}: {text}")
    return answer.headers["Set-Cookie"].partition(";")[0].encode()
