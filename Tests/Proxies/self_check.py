"""Can the other tests fail? Servers with holes, which they must find."""
from attempts import VARIATIONS, all_attempts
from broken_server import BrokenServer
from place import Place
from proxies import PROXIES

#: Hole, proxy, what finds it. `prefixes` is not one behind nginx, which sends its own length first, nor behind Apache,
#: which sends it last, behind fields of its own: no field of a client can swallow it.
CHECKS = [
    ("prefixes", "directly", "a hidden request was answered"),
    ("prefixes", "HAProxy", "a hidden request was answered"),
    ("prefixes", "HAProxy", "the second client got 404 with the marks [('hidden'"),
    ("bodies", "directly", "a hidden request was answered"),
    *[("bodies", name, "the second client got 404 with the marks [('hidden'") for name in PROXIES],
    ("HEAD", "directly", "answers"),
]


async def unfound():
    """The holes that were not found, and the number of those that were to be."""
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
