"""A player's solo drills: the latest and the best. For the player's own page only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Player, ShotDrill

USUAL = 12
SHOWN = 20


@dataclass(frozen=True)
class OwnDrills:
    """All drills of a player, latest first."""

    lines: tuple[ShotDrill, ...]

    @property
    def shown(self) -> Sequence[ShotDrill]:
        return self.lines[:SHOWN]

    @property
    def shots(self) -> int:
        """The number of shots in the last drill; 12 before the first."""
        return self.lines[0].shots if self.lines else USUAL

    @property
    def best(self) -> ShotDrill | None:
        return self.best_of(self.shots)

    def best_of(self, shots: int) -> ShotDrill | None:
        """The best drill with this number of shots, or None.

        Most 20s first, then the least time, then the earliest.
        """
        found = [each for each in reversed(self.lines) if each.shots == shots]
        return min(found, key=_sort_key, default=None)

    def describe(self, drill: ShotDrill) -> str:
        """The drill's result, compared with the best other drill with as many shots."""
        result = in_figures(drill)
        before = OwnDrills(tuple(e for e in self.lines if e.pk != drill.pk))
        best = before.best_of(drill.shots)
        if best is None:
            return _("%(result)s. That’s your first drill with this many shots.") % {
                "result": result
            }
        if _sort_key(drill) < _sort_key(best):
            return _("%(result)s: your best so far.") % {"result": result}
        values = {"result": result, "best": in_figures(best)}
        return _("%(result)s. Your best is %(best)s.") % values


def _sort_key(drill: ShotDrill) -> tuple[int, float]:
    return -drill.twenties, drill.seconds or float("inf")


def in_figures(drill: ShotDrill) -> str:
    """“9 of 12”, or “9 of 12 in 40 seconds”."""
    values = {"made": drill.twenties, "shots": drill.shots, "n": drill.seconds}
    if drill.seconds is None:
        return _("%(made)s of %(shots)s") % values
    text = ngettext(
        "%(made)s of %(shots)s in %(n)s second",
        "%(made)s of %(shots)s in %(n)s seconds",
        drill.seconds,
    )
    return text % values


def own_drills(player: Player) -> OwnDrills:
    """The player's drills, with those of people merged into them."""
    keys = [player.pk, *player.merged.values_list("pk", flat=True)]
    return OwnDrills(tuple(ShotDrill.objects.filter(player__in=keys)))
