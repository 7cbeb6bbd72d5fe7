"""A result entered as totals at a league's desk, with side A first."""

from typing import Any

from django.utils.translation import gettext as _

from leagues.forms.phones.totals import TotalsForm, saved_totals
from leagues.models import Match, Surface
from leagues.reads import format_of
from leagues.reads.leagues.kinds.series import has_clock
from scoring.sides import Seat

OF_SIDES = (("mine", "my_twenties"), ("theirs", "their_twenties"))


class DeskTotalsForm(TotalsForm):
    """The totals of a match, with the saved result filled in. Requires prefetched sides."""

    template_name = "desk/leagues/matches/_totals_form.html"

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        sides = list(match.sides.all())
        kwargs.setdefault("initial", saved_totals(match, *sides))
        super().__init__(
            *args,
            rule=format_of(match).rule,
            seat=Seat.A,
            has_clock=has_clock(match.dated.week.league),
            **kwargs,
        )
        self.names = [side.shown_on(Surface.DESK) for side in sides]
        for name, (points, twenties) in zip(self.names, OF_SIDES, strict=True):
            if points in self.fields:
                self.fields[points].label = _("Points of %(name)s") % {"name": name}
            self.fields[twenties].label = _("20s of %(name)s") % {"name": name}
