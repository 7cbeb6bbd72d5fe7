"""Text about a league: its kind, its days, and its calendar rule."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.dates import date_format
from leagues.models import League, Night, Stage
from leagues.reads.leagues.calendar import calendar_of
from leagues.reads.leagues.night_format import Evening
from leagues.reads.tolerant_rows import read_each
from leagues.say import say
from leagues.stages.calendar import LAST, CalendarRule, Every


def day_in_words(day: date) -> str:
    """Format a date like "Monday 5 October"."""
    return date_format(day, "l j F")


@dataclass(frozen=True)
class KindCard:
    """A kind of league as a choice with title and text."""

    kind: str
    title: Promise | str
    text: Promise


# The four that clubs use most come first.
_KINDS: dict[League.Kind, Promise] = {
    League.Kind.SINGLES: later(
        "Everyone who comes plays some games, each against a different opponent. Come when you can."
    ),
    League.Kind.REDRAWN: later(
        "Two against two, with a new partner every game. Each player has their own place in the table."
    ),
    League.Kind.MATCHES: later(
        "Every match has a week and a last day. The two players agree when to play."
    ),
    League.Kind.TEAMS: later(
        "Clubs meet at several boards, singles or pairs. A captain names who plays."
    ),
    League.Kind.GROUPS: later("Everyone plays everyone in a group of three to five."),
    League.Kind.HUNDRED: later(
        "A few games to 100 each night. Each round scores the difference. The player with more games won is ahead."
    ),
    League.Kind.HANDICAP: later(
        "Like drop-in singles, with a second table that gives everyone a chance."
    ),
    League.Kind.TOUR: later("Tournaments through the year. Each counts toward one season table."),
    League.Kind.PAIRS: later("The same partner all season. Every match has a week and a last day."),
    League.Kind.SERIES: later(
        "Opponents play several timed games to 100. The better side over all of them gets an extra point."
    ),
    League.Kind.OWN_TIME: later(
        "A set number of matches every two weeks. You choose opponents and dates."
    ),
    League.Kind.LADDER: later(
        "One list of all players in order. Challenge someone above you, win, and take their place."
    ),
    League.Kind.BOXES: later(
        "Small groups of about the same strength. After some weeks, the best in each go up and the last go down."
    ),
}


KIND_LINES: dict[League.Kind, str] = {
    League.Kind.REDRAWN: Stage.Format.PARTNERS,
    League.Kind.GROUPS: Stage.Format.ROUND_ROBIN,
    League.Kind.TOUR: Stage.Format.KNOCKOUT,
    League.Kind.MATCHES: Stage.Format.ROUND_ROBIN,
    League.Kind.PAIRS: Stage.Format.ROUND_ROBIN,
    League.Kind.TEAMS: Stage.Format.OUTSIDERS,
    League.Kind.BOXES: "M4 1h16v4h-16zM4 7h16v4h-16zM4 13h16v4h-16z",
    League.Kind.LADDER: "M7 1v16M17 1v16M7 4h10M7 9h10M7 14h10",
}
"""The picture of a kind: of a way of pairing, or lines on 24 by 18. Others look like a set number
of games.
"""


def kind_cards() -> list[KindCard]:
    return [KindCard(kind.value, kind.label, text) for kind, text in _KINDS.items()]


def rule_in_words(rule: CalendarRule) -> list[str]:
    """List sentences for a calendar rule: when the nights are, and which dates are left out."""
    dates = rule.dates()
    day = WEEKDAYS[rule.weekday]
    values = {"day": day, "at": date_format(rule.at, "H:i"), "nth": NTH.get(rule.nth, "")}
    lines = [_EVERY[rule.every] % values]
    if dates:
        many = ngettext("%(n)s night, %(first)s", "%(n)s nights, %(first)s to %(last)s", len(dates))
        ends = {"first": long_day(dates[0]), "last": long_day(dates[-1])}
        lines.append(many % {"n": len(dates), **ends})
    return [*lines, *skipped_in_words(rule), *missing_in_words(rule)]


def regular_days(leagues: Iterable[League], today: date) -> dict[str, list[League]]:
    """The leagues that have nights from today on, by their day and time in words."""
    found = dict[str, list[League]]()
    ahead = Night.objects.filter(is_cancelled=False, on__gte=today).values_list("league", flat=True)
    going_on = {*ahead.filter(league__in=leagues)}
    of_nights = [
        each
        for each in leagues
        if each.pk in going_on and not (each.closed_at or each.has_dated_matches)
    ]
    for league, rule in read_each(of_nights, lambda league: (league, calendar_of(league))):
        dates = rule.dates() if rule else ()
        if rule and dates and dates[-1] >= today:
            found.setdefault(rule_in_words(rule)[0], []).append(league)
    return found


def skipped_in_words(rule: CalendarRule) -> list[str]:
    """List a sentence with the dates the rule skips, such as "Not on Monday 26 October"."""
    skipped = sorted(rule.skipped & {*rule.all_dates()})
    days = ", ".join(map(day_in_words, skipped))
    return [_("Not on %(days)s.") % {"days": days}] if skipped else []


def missing_in_words(rule: CalendarRule) -> list[str]:
    """List a sentence with the months that have no such day, such as a fifth Thursday."""
    months = ", ".join(date_format(m, "F Y") for m in rule.months_without())
    if not months:
        return []
    values = {"nth": NTH[rule.nth], "day": WEEKDAYS[rule.weekday], "months": months}
    return [_("There is no %(nth)s %(day)s in %(months)s, so no night is planned there.") % values]


def long_day(day: date) -> str:
    """Format a date like "Monday 5 October 2026"."""
    return date_format(day, "l j F Y")


NTH: dict[int, Promise] = {
    1: later("first"),
    2: later("second"),
    3: later("third"),
    4: later("fourth"),
    5: later("fifth"),
    LAST: later("last"),
}
_EVERY: dict[Every, Promise] = {
    Every.WEEK: later("Every %(day)s at %(at)s"),
    Every.OTHER_WEEK: later("Every other %(day)s at %(at)s"),
    Every.MONTH: later("The %(nth)s %(day)s of the month at %(at)s"),
}


def evening_in_words(evening: Evening) -> list[str]:
    """Describe the usual night of a league in two lines."""
    games = (
        ngettext("%(n)s game each", "%(n)s games each", evening.games) % {"n": evening.games}
        if evening.games
        else ""
    )
    minutes = ngettext("%(n)s minute a game", "%(n)s minutes a game", evening.game_minutes) % {
        "n": evening.game_minutes
    }
    parts = (say(evening.ready_made.title), games, minutes)
    return [" · ".join(filter(None, parts)), evening.sheet.title]
