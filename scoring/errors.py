"""The two ways to be wrong: a rule nobody could play, a score nobody could make.

Both speak in sentences for the person who typed, so a form shows ``str(error)``.
"""

from __future__ import annotations


class RuleError(ValueError):
    """These rules cannot be played, or cannot be read back from where they were stored."""


class ScoreError(ValueError):
    """These numbers cannot have happened under these rules."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons
