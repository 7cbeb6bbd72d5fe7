"""For which club an entry plays."""

from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce

from leagues.models.entries import EntryQuerySet

OWN = "line_up__player__"
CLUB = Coalesce(
    F("team__name"),
    Case(
        # A guest of this site comes from elsewhere, and nobody has said from where.
        When(Q(**{f"{OWN}is_guest": True, f"{OWN}club__is_home": True}), Value("")),
        default=F(f"{OWN}club__name"),
    ),
    Value(""),
)


def clubs_of(entries: EntryQuerySet) -> dict[int, str]:
    """The team each plays for, or else the club of its first player; empty for none."""
    # Whoever comes first in a line-up is read last, and stays.
    lines = entries.order_by("pk", "-line_up__number").values_list("pk", CLUB)
    return dict(lines)
