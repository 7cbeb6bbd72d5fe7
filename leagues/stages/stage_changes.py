"""The parts of a stage that may still change, depending on its progress.

>>> from leagues.stages.stage_plan import StagePlan
>>> from leagues.stages.pairing_ways import SomeGames
>>> ten = StagePlan(name="Morning", way=SomeGames(10))
>>> eight = StagePlan(name="Early", way=SomeGames(8))
>>> too_late(ten, eight, Progress(opened=True, drawn=3, begun=True))
frozenset()
>>> sorted(too_late(ten, eight, Progress(opened=True, drawn=9, begun=True)))
['way']
>>> sorted(too_late(ten, eight, Progress(opened=True, over=True)))
['way']
"""

from dataclasses import dataclass, fields

from leagues.stages.pairing_ways import PairingWay, kind_and_options
from leagues.stages.stage_plan import StagePlan

ALL = frozenset(field.name for field in fields(StagePlan))


@dataclass(frozen=True)
class Progress:
    """The progress of a stage."""

    opened: bool = False
    """Its pools have their entries."""
    drawn: int = 0
    """The number of pairing rounds drawn."""
    begun: bool = False
    """A match has been called to its board, or a walkover has been paid."""
    over: bool = False
    """All matches are played, and the next stage uses the result."""

    @property
    def is_planned(self) -> bool:
        """True if no pools or rounds exist yet: the stage can be changed, moved or removed."""
        return not (self.opened or self.drawn or self.over)


def fixed_parts(progress: Progress) -> frozenset[str]:
    """Return the parts of a plan that may no longer change."""
    if progress.over:
        return ALL - {"name"}
    if progress.begun:
        return frozenset({"takes", "way", "match_format", "carries_over"})
    if progress.drawn:
        return frozenset({"takes", "way"})
    return frozenset({"takes"} if progress.opened else ())


def too_late(before: StagePlan, after: StagePlan, progress: Progress) -> frozenset[str]:
    """Return the fields of a plan that differ although ``progress`` has fixed them."""
    changed = {name for name in ALL if getattr(before, name) != getattr(after, name)}
    if not progress.over and _only_longer_or_shorter(before.way, after.way, progress):
        changed.discard("way")
    return fixed_parts(progress) & changed


def _only_longer_or_shorter(before: PairingWay, after: PairingWay, progress: Progress) -> bool:
    """True if only the number of rounds differs, and drawn ones remain."""
    kind, options = kind_and_options(before)
    new_kind, new_options = kind_and_options(after)
    games = new_options.get("games")
    same = kind == new_kind and new_options | {"games": options.get("games")} == options
    return same and games is not None and games >= progress.drawn
