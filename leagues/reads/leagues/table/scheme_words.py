"""Sentences that explain a league's points scheme."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.reads.leagues.table.season import LeagueSeason
from leagues.say import say
from scoring.season import (
    Credit,
    Field,
    GuestPlaces,
    Handicap,
    NightState,
    PaidBy,
    Scheme,
    SeasonTotal,
    SharedPlace,
    SittingOut,
)
from scoring.season.reasons import STEPS
from scoring.text import Count, Joined, Listing

FIELD = 8  # number of players in the example of points by place


def rules_in_words(season: LeagueSeason) -> list[str]:
    """List sentences on all rules that decide the table of a season."""
    states = [n.state for n in season.season_nights if not n.always_counts]
    cancelled = states.count(NightState.CANCELLED)
    planned = len(states) - cancelled
    return [
        *counting_in_words(season.scheme, planned, cancelled),
        *_ties_in_words(season.scheme),
        *(_handicap_in_words(season.handicap) if season.handicap else ()),
    ]


def counting_in_words(scheme: Scheme, planned: int, cancelled: int = 0) -> list[str]:
    """List sentences on which nights count, and how many points a night is worth."""
    return [
        _which_count(scheme, planned, cancelled),
        _paid_in_words(scheme),
        sitting_out_in_words(scheme),
        *_more_in_words(scheme),
    ]


def _which_count(scheme: Scheme, planned: int, cancelled: int) -> str:
    many = scheme.counting.how_many(max(1, planned), cancelled)
    is_average = scheme.total is SeasonTotal.AVERAGE
    if many >= planned:
        if is_average:
            return _("The average of your nights counts.")
        return _("Every night counts.")
    if is_average:
        return ngettext(
            "The average of your best %(n)s night of %(planned)s counts.",
            "The average of your best %(n)s nights of %(planned)s counts.",
            many,
        ) % {"n": many, "planned": planned}
    return ngettext(
        "Your best night of %(planned)s counts.",
        "Your best %(n)s nights of %(planned)s count.",
        many,
    ) % {"n": many, "planned": planned}


def _paid_in_words(scheme: Scheme) -> str:
    match scheme.paid_by:
        case PaidBy.POINTS:
            return _("A night is worth the points earned in its games.")
        case PaidBy.BEATEN:
            return _("A night is worth one point for each player you finished ahead of, plus one.")
        case PaidBy.GROUP:
            paid = _("A night is worth points for your place in the group: %(points)s.")
        case PaidBy.PLACE:
            paid = _("A night is worth points for your place: %(points)s.")
    sentence = paid % {"points": _points_in_words(scheme)}
    match scheme.shared_place:
        case SharedPlace.EACH:
            return sentence
        case SharedPlace.AVERAGE:
            shared = _("Players who share a place get the average.")
        case SharedPlace.AVERAGE_DOWN:
            shared = _("Players who share a place get the average, rounded down.")
    return f"{sentence} {shared}"


def sitting_out_in_words(scheme: Scheme) -> str:
    if scheme.sitting_out is SittingOut.AVERAGE:
        return _("A bye counts as the average of your other games that night.")
    return _("A bye counts as a full win.")


def _points_in_words(scheme: Scheme) -> str:
    """The points of the first places, such as "12, 10, 8, 6 …". If they depend on the number of
    players, the points of all places for ``FIELD`` players.
    """
    paid, of_more = (_paid_points(scheme, Field(many)) for many in (FIELD, FIELD + 1))
    if paid == of_more:
        return f"{', '.join(paid)} …"
    return ngettext("%(points)s when %(n)s plays", "%(points)s when %(n)s play", FIELD) % {
        "points": ", ".join(paid),
        "n": FIELD,
    }


def _paid_points(scheme: Scheme, field: Field) -> list[str]:
    table = scheme.table
    return [say(table.points(place, field)) for place in range(1, FIELD + 1)]


def _more_in_words(scheme: Scheme) -> Iterator[str]:
    after = getattr(scheme.counting, "after_cancelled", ())
    number = getattr(scheme.counting, "number", 0)
    fewer = next((n for n, many in enumerate(after, 1) if many < number), 0)
    if fewer:
        yield ngettext(
            "Once %(n)s night is cancelled, %(many)s count.",
            "Once %(n)s nights are cancelled, %(many)s count.",
            fewer,
        ) % {"n": fewer, "many": after[fewer - 1]}
    if scheme.attendance:
        yield ngettext(
            "Everyone who plays gets %(n)s extra point, even for a night that doesn’t count.",
            "Everyone who plays gets %(n)s extra points, even for a night that doesn’t count.",
            scheme.attendance,
        ) % {"n": scheme.attendance}
    if scheme.minimum_nights:
        yield ngettext(
            "Players with fewer than %(n)s night are placed below the rest.",
            "Players with fewer than %(n)s nights are placed below the rest.",
            scheme.minimum_nights,
        ) % {"n": scheme.minimum_nights}
    if scheme.paid_by is PaidBy.POINTS:
        yield _("Guests get no points. The points you win against a guest count.")
    elif scheme.guest_places is GuestPlaces.STEP_ASIDE:
        yield _("Guests get no points. Members get theirs as if no guest had played.")
    else:
        yield _("Guests get no points but keep the places they won.")
    if scheme.absence:
        yield _("If you cancel in time, you get %(credit)s.") % {
            "credit": _credit_in_words(scheme.absence)
        }
    if scheme.host:
        yield _("If you run a night and don’t play, you get %(credit)s.") % {
            "credit": _credit_in_words(scheme.host)
        }


def _credit_in_words(credit: Credit) -> str:
    parts = []
    if credit.points:
        parts.append(say(Count("{n} point", "{n} points", credit.points)))
    if credit.share == 1:
        parts.append(_("your average"))
    elif credit.share:
        parts.append(_("%(share)s of your average") % {"share": say(credit.share)})
    times = ngettext("at most %(n)s time", "at most %(n)s times", credit.most)
    return f"{' + '.join(parts)}, {times % {'n': credit.most}}"


def _handicap_in_words(handicap: Handicap) -> Iterator[str]:
    share = handicap.share * 100
    yield ngettext(
        "Your handicap for each game is %(share)s%% of the gap between your average game on your last night and %(base)s points. It is never below 0.",
        "Your handicap for each game is %(share)s%% of the gap between your average game on your last %(nights)s nights and %(base)s points. It is never below 0.",
        handicap.nights,
    ) % {
        "share": say(int(share) if share.denominator == 1 else share),
        "base": say(handicap.base),
        "nights": handicap.nights,
    }
    yield ngettext(
        "You have a handicap once you have played %(n)s night. It is fixed when a night is drawn.",
        "You have a handicap once you have played %(n)s nights. It is fixed when a night is drawn.",
        handicap.minimum,
    ) % {"n": handicap.minimum}
    yield _("The handicaps of a night are added up over its games and rounded to whole points.")


def _ties_in_words(scheme: Scheme) -> Iterator[str]:
    if scheme.ties:
        steps = Listing(tuple(STEPS[step] for step in scheme.ties), Joined.COMMA)
        yield _("If tied on points: %(steps)s.") % {"steps": say(steps)}
