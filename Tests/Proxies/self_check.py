"""Checks that the other tests can fail: they must find the vulnerabilities of these servers."""
from attempts import VARIATIONS, all_attempts
from broken_server import BrokenServer
from place import Place
from proxies import PROXIES

#: The vulnerability, the proxy, and the problem that must be found. Behind nginx and Apache, `prefixes` is harmless:
#: nginx sends its own length first, and Apache sends the length after further fields of its own. So the length never
#: follows a field of the client.
CHECKS = [
    ("prefixes", "directly", "a hidden request was answered"),
    ("prefixes", "HAProxy", "a hidden request was answered"),
    ("prefixes", "HAProxy", "the second client got 404 with the marks [('hidden'"),
    ("bodies", "directly", "a hidden request was answered"),
    *[("bodies", name, "the second client got 404 with the marks [('hidden'") for name in PROXIES],
    ("HEAD", "directly", "answers"),
]


async def unfound():
    """Returns the vulnerabilities that were not found, and the number of all checks."""
    attempts = [attempt for attempt in all_attempts() if attempt.name.startswith("prefix '")]
    work = [(attempt, variation) for variation in VARIATIONS for attempt in attempts]
    problems = {}
    for hole, name in dict.fromkeys(check[:2] for check in CHECKS):
        server = BrokenServer(hole)
        place = Place(name, server.port, PROXIES.get(name))
        await place.run(work, kinds=[(b"HEAD", b"/a", (), 404)])
        server.stop()
        problems[hole, name] = place.problems
    found = [check for check in CHECKS if any(check[2] in problem for problem in problems[check[:2]])]
    return [
        f"self-check: hole {hole}, {name}: nobody noticed that {what}" for hole, name, what in CHECKS
        if (hole, name, what) not in found
    ], len(CHECKS)
