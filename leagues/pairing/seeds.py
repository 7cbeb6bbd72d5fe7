"""The seed of a draw: typed by people, promised by its hash, turned into dice.

An organiser may publish ``commit(seed)`` before entries close and the seed itself with the
draw. Then the draw can't have been chosen afterwards, and anyone can repeat it.

>>> seed = spell_seed(bytes(range(10)))
>>> seed
'000G-40R4-0M30-E209'
>>> promise = seed_promise(seed)
>>> is_promised(promise, "000g 40r4 0m3o e209")
True
>>> is_promised(promise, "another seed")
False
>>> roll_dice(seed, "round 3").random() == roll_dice(seed, "round 3").random()
True
"""

import hashlib
import random

# Crockford's letters, without I, L, O and U, so that a seed on a wall isn't misread.
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans("ILO", "110")
PROMISE = "Twenties draw seed: {seed}"


def spell_seed(entropy: bytes) -> str:
    """Spell a seed that a person can type.

    Ten fresh random bytes are more than anyone can guess.
    """
    number = int.from_bytes(entropy, "big")
    count = -(-len(entropy) * 8 // 5)
    letters = "".join(_LETTERS[number >> 5 * place & 31] for place in reversed(range(count)))
    return "-".join(letters[at : at + 4] for at in range(0, count, 4))


def tidy_seed(seed: str) -> str:
    """Normalise the seed: case, spaces, dashes and look-alike letters do not matter."""
    return "".join(c for c in seed.upper() if c.isalnum()).translate(_MISREAD)


def seed_promise(seed: str) -> str:
    """Return the promise to publish before the draw: the SHA-256 of ``PROMISE`` with the tidy
    seed.
    """
    return hashlib.sha256(PROMISE.format(seed=tidy_seed(seed)).encode()).hexdigest()


def is_promised(promise: str, seed: str) -> bool:
    """True if ``promise`` is the ``seed_promise`` of this seed."""
    return seed_promise(seed) == promise.strip().lower()


def roll_dice(seed: str, purpose: str = "") -> random.Random:
    """Return the dice of one draw; each purpose (a stage, a round) has separate dice."""
    return random.Random(f"{tidy_seed(seed)}/{purpose}")  # noqa: S311 (a draw, not a secret)
