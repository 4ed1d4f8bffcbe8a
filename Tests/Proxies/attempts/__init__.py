"""The attempts of the first client: requests that two programs could read differently."""
from .attempt import SERIAL, SESSION, VARIATIONS
from .chunks import chunks
from .conversations import early_answers, expectations, methods, pipelines, upgrades
from .heads import lines, targets, versions
from .lengths import coding_and_length, lengths, prefixes

__all__ = ["SERIAL", "SESSION", "VARIATIONS", "all_attempts"]

GROUPS = [
    coding_and_length, lengths, prefixes, lines, chunks, expectations, upgrades, targets, methods, versions, pipelines,
    early_answers
]


def all_attempts():
    """Returns all attempts. No two of them have the same name."""
    attempts = [attempt for group in GROUPS for attempt in group()]
    assert len({attempt.name for attempt in attempts}) == len(attempts), "two attempts have the same name"
    return attempts
