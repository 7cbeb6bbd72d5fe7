"""Arranging a match of a league: the context manager that its acts share, and their undo."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import Line
from leagues.actions.play.score import card_act
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import not_over, put_back
from leagues.actions.verb import Undo, Verb
from leagues.models import (
    Action,
    DatedMatch,
    DateOffer,
    League,
    Match,
    MatchSide,
    NoShowClaim,
    PutOff,
    Surface,
)
from leagues.models.unplayed import SaidOfMatch
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.matches.unplayed import Arrangement, arrangement_of, with_boards
from scoring.sides import Seat


@dataclass(frozen=True)
class Arranging:
    """A match that is being arranged, as it is now, with the log line of the act."""

    line: Line[Match]
    found: Arrangement
    now: datetime

    @property
    def match(self) -> Match:
        return self.line.on

    @property
    def dated(self) -> DatedMatch:
        return self.found.dated

    @property
    def league(self) -> League:
        league: League = self.dated.week.league
        return league

    @property
    def today(self) -> date:
        return evening_day(self.league, self.now)

    @property
    def with_boards(self) -> QuerySet[DatedMatch]:
        """The match, and its unfinished boards if it is a meeting of teams; dates apply to all."""
        found = DatedMatch.objects.filter(with_boards([self.match.pk]))
        return found.exclude(match__state=Match.State.FINISHED)

    def replace_offers(self) -> None:
        """Mark open date proposals as replaced, also those for boards of the meeting."""
        offers = DateOffer.objects.filter(dated__in=self.with_boards)
        offers.filter(state=DateOffer.State.OPEN).update(state=DateOffer.State.REPLACED)

    def put_off(self, seat: Seat | None, until: date, reason: str = "") -> None:
        """Postpone the match, with the boards of a meeting, until a later day."""
        columns = {**self.columns_for(seat), "until": until, "reason": reason}
        PutOff.objects.bulk_create(
            PutOff(**columns | {"dated": dated}) for dated in self.with_boards
        )

    def columns_for(self, seat: Seat | None) -> dict[str, Any]:
        """The columns of a new row about this match: side, author and time."""
        by = self.line.by
        return {
            "dated": self.dated,
            "seat": seat,
            "player": by.player,
            "user": by.user,
            "made_at": self.now,
        }


@contextmanager
def arranging_act(
    by: Who, match: Match, verb: Verb, *, also_over: bool = False, **facts: Any
) -> Iterator[Arranging]:
    """Run an act that arranges an unfinished match of a running league.

    All rows about the match are saved first, so that undo can restore them.
    """
    with card_act(by, match, verb, **facts) as line:
        match = line.on
        found = arrangement_of(match)
        refuse_over(match, also_over=also_over)
        line.keep(*kept_of(DatedMatch.objects.filter(with_boards([match.pk]))))
        line.say(names=names_of_match(match))
        yield Arranging(line, found, _after_all(found, timezone.now()))


def undo_arranging(sentence: Promise | Callable[[Action], str]) -> Undo:
    """An undo that restores the saved rows, unless the league's event is finished."""
    return put_back(sentence, not_over, moves_tables=True)


RESTORES_DATES = later("Restores the earlier dates and answers for %(names)s.")
WILL_BE_PLAYED = later("%(names)s will be played after all.")


def refuse_over(match: Match, *, also_over: bool = False) -> None:
    if match.event.state != match.event.State.RUNNING:
        raise Refused(_("This league isn’t running."))
    if match.state == Match.State.FINISHED and not also_over:
        raise Refused(
            _("This match is already finished: %(how)s.") % {"how": match.get_ending_display()}
        )


def kept_of(dated: QuerySet[DatedMatch]) -> list[QuerySet[Any]]:
    """All rows that arranging these matches may change, each after the rows it refers to."""
    keys = list(dated.values_list("match", flat=True))
    matches = Match.objects.filter(pk__in=keys)
    answers = [model.objects.filter(dated__in=keys) for model in (PutOff, DateOffer, NoShowClaim)]
    return [matches, MatchSide.objects.filter(match__in=keys), dated, *answers]


def names_of_match(match: Match) -> str:
    """The sides of a match, for the log."""
    sides = match.sides.named()
    return " – ".join(side.shown_on(Surface.DESK) for side in sides)


def _after_all(found: Arrangement, now: datetime) -> datetime:
    """The current time, but not before earlier proposals, postponements and claims."""
    earlier: list[SaidOfMatch] = [*found.put_offs, *found.offers, *found.claims]
    return max([now, *(each.made_at for each in earlier)])
