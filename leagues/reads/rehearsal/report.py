"""The state of a rehearsal, and its findings: the expected end, waiting boards, and mishaps."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Event, Match, Rehearsal
from leagues.reads.draw.forecasts import DayForecast, forecast_of

State = Rehearsal.State


@dataclass(frozen=True)
class BoardWait:
    """A board, with its number of matches and the minutes it was free between them."""

    number: int
    matches: int
    waited: int


@dataclass(frozen=True)
class RehearsalReport:
    """The report of a rehearsal. Times are local, on the day for which the event is planned."""

    rehearsal: Rehearsal
    copy: Event
    at: datetime
    played: int
    matches: int
    playing: tuple[Match, ...]
    forecast: DayForecast | None
    boards: tuple[BoardWait, ...]
    lacks: tuple[str, ...]
    helped: tuple[str, ...]
    asks: bool
    """Whether it stopped at a tie so that the organiser can settle it."""

    @property
    def is_playing(self) -> bool:
        return self.rehearsal.state == State.PLAYING

    @property
    def is_stopped(self) -> bool:
        return self.rehearsal.state == State.STOPPED

    @property
    def is_over(self) -> bool:
        return self.rehearsal.state == State.OVER

    @property
    def waited_most(self) -> tuple[BoardWait, ...]:
        most = sorted(self.boards, key=lambda board: (-board.waited, board.number))
        return tuple(board for board in most[:SHOWN] if board.waited)

    @property
    def mean_wait(self) -> int:
        waits = [board.waited for board in self.boards]
        return round(sum(waits) / len(waits)) if waits else 0


SHOWN = 5  # boards


def report_of(event: Event) -> RehearsalReport | None:
    """The report of the event's rehearsal, or None if there is no rehearsal."""
    rehearsals = Rehearsal.objects.select_related("event__club")
    rehearsal = rehearsals.filter(event__rehearsal_of=event).first()
    if rehearsal is None:
        return None
    copy, done = rehearsal.event, rehearsal.progress
    stages = list(event.stages.all())
    entries = copy.entries.count()
    starts_at = copy.starts_at.astimezone(event.tzinfo).replace(tzinfo=None)
    forecast = forecast_of(event, stages, entries)
    playing = copy.matches.at_a_board().with_sides()
    return RehearsalReport(
        rehearsal=rehearsal,
        copy=copy,
        at=starts_at + timedelta(minutes=round(rehearsal.clock)),
        played=copy.matches.finished().count(),
        matches=copy.matches.count(),
        playing=tuple(playing),
        forecast=forecast,
        boards=tuple(
            BoardWait(int(number), matches, round(waited))
            for number, (matches, _played, waited) in sorted(
                done.get("boards", {}).items(), key=lambda each: int(each[0])
            )
        ),
        lacks=tuple(_find_shortages(done.get("held_up", 0), forecast)),
        helped=(*mishaps_in_words(rehearsal.happened), *_lost_time(round(done.get("lost", 0)))),
        asks=_is_asking(rehearsal),
    )


def mishaps_in_words(happened: Sequence[dict[str, Any]]) -> Iterator[str]:
    kinds = Counter(each["kind"] for each in happened)
    for kind, describe in HELPED.items():
        if not kinds[kind]:
            continue
        yield describe(kinds[kind])
        if any(each["kind"] == kind and each.get("on_purpose") for each in happened):
            yield _("One tie at a cut was made on purpose because none came by chance.")


def _lost_time(minutes: int) -> Iterator[str]:
    if minutes:
        yield ngettext(
            "Decisions and corrected cards cost %(n)s minute of play at the boards.",
            "Decisions and corrected cards cost %(n)s minutes of play at the boards.",
            minutes,
        ) % {"n": minutes}


def _is_asking(rehearsal: Rehearsal) -> bool:
    stopped = rehearsal.state == State.STOPPED
    return stopped and rehearsal.progress.get("asked") == rehearsal.clock


def _find_shortages(held_up: int, forecast: DayForecast | None) -> Iterator[str]:
    if held_up:
        yield ngettext(
            "%(n)s match waited for a free board.",
            "%(n)s matches waited for a free board.",
            held_up,
        ) % {"n": held_up}
    if forecast:
        yield from forecast.lacks


def _late_text(n: int) -> str:
    return ngettext(
        "Admit %(n)s who came late, and add them to the remaining games.",
        "Admit %(n)s who came late, and add them to the remaining games.",
        n,
    ) % {"n": n}


def _withdrawals_text(n: int) -> str:
    text = ngettext("Withdraw %(n)s who left.", "Withdraw %(n)s who left.", n)
    return text % {"n": n}


def _cards_text(n: int) -> str:
    text = ngettext("Correct %(n)s wrong card.", "Correct %(n)s wrong cards.", n)
    return text % {"n": n}


def _differences_text(n: int) -> str:
    text = ngettext(
        "Settle %(n)s round that two phones reported differently.",
        "Settle %(n)s rounds that two phones reported differently.",
        n,
    )
    return text % {"n": n}


def _dead_spots_text(n: int) -> str:
    text = ngettext(
        "At %(n)s board without a network, reports arrived only at the end of the match.",
        "At %(n)s boards without a network, reports arrived only at the end of the match.",
        n,
    )
    return text % {"n": n}


def _ties_text(n: int) -> str:
    text = ngettext(
        "Decide %(n)s tie by a 20s shoot-out.", "Decide %(n)s ties, each by a 20s shoot-out.", n
    )
    return text % {"n": n}


HELPED: dict[str, Callable[[int], str]] = {
    "late": _late_text,
    "withdrawal": _withdrawals_text,
    "card": _cards_text,
    "difference": _differences_text,
    "tie": _ties_text,
    "dead_spot": _dead_spots_text,
}
