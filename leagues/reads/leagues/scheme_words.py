"""What a league's table counts, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.reads.leagues.season import LeagueSeason
from leagues.say import say
from scoring.season import (
    Credit,
    Field,
    GuestPlaces,
    NightState,
    PaidBy,
    Scheme,
    SeasonTotal,
    SharedPlace,
)
from scoring.season.because import STEPS
from scoring.text import Joined, Listing

FIELD = 8  # of the example that places are paid in


def rules_in_words(season: LeagueSeason) -> tuple[str, ...]:
    """Everything that decides the table, one sentence each."""
    states = [n.state for n in season.season_nights if not n.always_counts]
    cancelled = states.count(NightState.CANCELLED)
    return tuple(scheme_in_words(season.scheme, len(states) - cancelled, cancelled))


def scheme_in_words(scheme: Scheme, planned: int, cancelled: int = 0) -> Iterator[str]:
    """The same of a scheme alone, for a season of so many nights."""
    yield paid_in_words(scheme)
    yield counting_in_words(scheme, planned, cancelled)
    if scheme.attendance:
        yield ngettext(
            "Everybody who plays gets %(n)s point more, whatever counts.",
            "Everybody who plays gets %(n)s points more, whatever counts.",
            scheme.attendance,
        ) % {"n": scheme.attendance}
    if scheme.minimum_nights:
        yield ngettext(
            "Who has not played %(n)s night stands behind everybody who has.",
            "Who has not played %(n)s nights stands behind everybody who has.",
            scheme.minimum_nights,
        ) % {"n": scheme.minimum_nights}
    if scheme.absence:
        yield _("Excused: %(worth)s.") % {"worth": credit_in_words(scheme.absence)}
    if scheme.host:
        yield _("Hosting without playing: %(worth)s.") % {
            "worth": credit_in_words(scheme.host)
        }
    if scheme.guest_places is GuestPlaces.STEP_ASIDE:
        yield _("Guests play and are not paid; members move up past them.")
    else:
        yield _("Guests play and are not paid; they keep the places they won.")
    if scheme.ties:
        steps = Listing(tuple(STEPS[step] for step in scheme.ties), Joined.COMMA)
        yield _("Level on points: %(steps)s.") % {"steps": say(steps)}


def paid_in_words(scheme: Scheme) -> str:
    match scheme.paid_by:
        case PaidBy.POINTS:
            return _("A night pays the points won that night.")
        case PaidBy.BEATEN:
            return _(
                "A night pays one point for everybody you finish ahead of, and one more."
            )
        case PaidBy.GROUP:
            paid = _("A night pays by the place in your group: %(points)s.")
        case PaidBy.PLACE:
            paid = _("A night pays by place: %(points)s.")
    told = paid % {"points": _points(scheme)}
    match scheme.shared_place:
        case SharedPlace.EACH:
            return told
        case SharedPlace.AVERAGE:
            return f"{told} {_('Who shares a place gets the average.')}"
        case SharedPlace.AVERAGE_DOWN:
            return f"{told} {_('Who shares a place gets the average, rounded down.')}"


def _points(scheme: Scheme) -> str:
    """The first places of a table, such as "12, 10, 8, 6 …"."""
    field = Field(FIELD, ())
    paid = [scheme.table.points(place, field) for place in range(1, FIELD + 1)]
    return f"{', '.join(say(points) for points in paid)} …"


def counting_in_words(scheme: Scheme, planned: int, cancelled: int = 0) -> str:
    many = scheme.counting.how_many(planned, cancelled)
    is_average = scheme.total is SeasonTotal.AVERAGE
    if many >= planned:
        if is_average:
            return _("Every night counts, and the average of them is compared.")
        return _("Every night counts.")
    if is_average:
        said = _("The best %(many)s of %(planned)s nights count, by their average.")
    else:
        said = _("The best %(many)s of %(planned)s nights count.")
    return said % {"many": many, "planned": planned}


def credit_in_words(credit: Credit) -> str:
    times = ngettext("at most %(n)s time", "at most %(n)s times", credit.most)
    parts = []
    if credit.points:
        parts.append(_("%(points)s points") % {"points": say(credit.points)})
    if credit.share:
        parts.append(
            _("%(share)s of your average night") % {"share": say(credit.share)}
        )
    return f"{' + '.join(parts)}, {times % {'n': credit.most}}"
