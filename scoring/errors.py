"""The two errors of this package: a rule that can't be played, a score that can't be made.

``str(error)`` is the English sentence for the person who typed; ``reasons`` has the same as
texts that a form can translate.
"""

from scoring.text import Text


class Refusal(ValueError):
    """Invalid input; ``reasons`` are the sentences that explain it."""

    def __init__(self, *reasons: Text | str) -> None:
        super().__init__(*reasons)
        self.reasons = reasons

    def __str__(self) -> str:
        return "; ".join(map(str, self.reasons))


class RuleError(Refusal):
    """A rule that can't be played, or can't be read from where it was stored."""


class ScoreError(Refusal):
    """A score that is impossible under the rules."""
