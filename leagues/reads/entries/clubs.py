"""The club that an entry plays for."""

from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce

from leagues.models.entries import EntryQuerySet

OWN = "line_up__player__"
CLUB = Coalesce(
    F("team__name"),
    Case(
        # A guest who is stored under the home club comes from an unknown club.
        When(Q(**{f"{OWN}is_guest": True, f"{OWN}club__is_home": True}), Value("")),
        default=F(f"{OWN}club__name"),
    ),
    Value(""),
)


def clubs_of(entries: EntryQuerySet) -> dict[int, str]:
    """Each entry's team, or the club of its first player; empty if unknown."""
    # The first player of the line-up comes last, so ``dict`` keeps that player's club.
    lines = entries.order_by("pk", "-line_up__number").values_list("pk", CLUB)
    return dict(lines)
