"""The two ways to be wrong: a rule nobody could play, a score nobody could make.

Both speak in sentences for the person who typed: ``str(error)`` in English, its ``reasons``
as texts for a form that speaks other languages.
"""

from scoring.text import Text


class Refusal(ValueError):
    """What cannot be, with its reasons."""

    def __init__(self, *reasons: Text | str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons

    def __str__(self) -> str:
        return "; ".join(map(str, self.reasons))


class RuleError(Refusal):
    """These rules cannot be played, or cannot be read back from where they were stored."""


class ScoreError(Refusal):
    """These numbers cannot have happened under these rules."""
