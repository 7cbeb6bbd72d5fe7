"""League results that wait for the other side to confirm them, or that the sides contest."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from leagues.models import League, Match, MatchSide, Round, RoundReport, Surface, TotalsReport
from leagues.reads.leagues.matches.totals import counts_from
from leagues.reads.play.card import card_mark


@dataclass(frozen=True)
class TotalsWord:
    """A result without rounds, by seat, with the name of the side that entered it."""

    whose: str
    points: tuple[int, ...]
    twenties: tuple[int, ...]

    @property
    def in_figures(self) -> str:
        return "–".join(map(str, self.points))

    @property
    def with_twenties(self) -> str:
        if not self.twenties:
            return self.in_figures
        made = "–".join(map(str, self.twenties))
        return _("%(points)s, 20s %(made)s") % {"points": self.in_figures, "made": made}

    @property
    def as_typed(self) -> dict[str, int | str]:
        """The form data with which the desk accepts this result."""
        one, other = self.points
        typed: dict[str, int | str] = {"picked": f"{one}-{other}", "mine": one, "theirs": other}
        if self.twenties:
            mine, theirs = self.twenties
            typed |= {"my_twenties": mine, "their_twenties": theirs}
        return typed


@dataclass(frozen=True)
class Contested:
    """A match with different results from its sides: the last one from each."""

    match: Match
    words: tuple[TotalsWord, ...]


@dataclass(frozen=True)
class Unconfirmed:
    """A result that waits for the other side, until it counts without confirmation."""

    match: Match
    waits_for: str
    since: datetime
    until: datetime
    totals: TotalsWord | None = None
    """None if rounds were entered."""
    mark: str = ""
    """The hash of the card if rounds were entered; otherwise empty."""


def contested_matches(league: League) -> list[Contested]:
    found = _dated_matches(league).filter(dated__is_contested=True)
    return [Contested(match, tuple(_last_reports(match))) for match in found]


def _last_reports(match: Match) -> Iterator[TotalsWord]:
    """Yield the last result of each side, in the order of their first results."""
    names = _names_by_seat(match)
    last: dict[int, TotalsReport] = {}
    for report in match.totals_reports.all():
        if report.seat is not None:
            last[report.seat] = report
    for seat, report in last.items():
        yield TotalsWord(names[seat], tuple(report.points), tuple(report.twenties or ()))


def unconfirmed_results(league: League, now: datetime) -> list[Unconfirmed]:
    """Unconfirmed results, longest waiting first."""
    found = [*_unconfirmed_totals(league, now), *_unconfirmed_rounds(league)]
    return sorted(found, key=lambda each: each.since)


def _unconfirmed_totals(league: League, now: datetime) -> Iterator[Unconfirmed]:
    waiting = _dated_matches(league).filter(
        ending=Match.Ending.TOTALS,
        dated__is_contested=False,
        sides__confirmed_at=None,
        totals_reports__isnull=False,  # totals of a team meeting come from its boards instead
    )
    for match in waiting.distinct():
        until = counts_from(match, league)
        if until is None or until < now:
            continue
        sides = list(match.sides.all())
        twenties = tuple(s.twenties for s in sides if s.twenties is not None)
        totals = TotalsWord("", tuple(side.points for side in sides), twenties)
        since = max(each.received_at for each in match.totals_reports.all())
        silent = {side.seat for side in sides if side.confirmed_at is None}
        yield Unconfirmed(match, _join_names(match, silent), since, until, totals)


def _unconfirmed_rounds(league: League) -> Iterator[Unconfirmed]:
    event = league.event
    assert event is not None
    reported = Round.objects.filter(state=Round.State.REPORTED)
    waiting = _dated_matches(league).filter(rounds__in=reported).distinct()
    for match in waiting:
        reports = list(RoundReport.objects.in_time().filter(match=match))
        spoke = {each.seat for each in reports if each.seat is not None}
        if not spoke:
            continue
        since = max(each.received_at for each in reports)
        until = since + timedelta(minutes=event.confirm_minutes)
        silent = {0, 1} - spoke or {0, 1}
        yield Unconfirmed(match, _join_names(match, silent), since, until, mark=card_mark(match))


def _dated_matches(league: League) -> QuerySet[Match]:
    sides = Prefetch("sides", MatchSide.objects.named())
    matches = Match.objects.filter(event=league.event_id, dated__isnull=False)
    return (
        matches.select_related("dated", "event")
        .prefetch_related(sides, "totals_reports")
        .order_by("number")
    )


def _names_by_seat(match: Match) -> dict[int, str]:
    return {side.seat: side.shown_on(Surface.DESK) for side in match.sides.all()}


def _join_names(match: Match, seats: set[int]) -> str:
    return ", ".join(name for seat, name in _names_by_seat(match).items() if seat in seats)
