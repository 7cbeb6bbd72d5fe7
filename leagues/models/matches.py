"""Pairing rounds, and the matches of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from leagues.models.entries import Entry
from leagues.models.events import Board, Event
from leagues.models.match_sides import MatchSide, SidePlayer
from leagues.models.people import Player
from leagues.models.rounds import Round
from leagues.models.stages import Pool, Stage


class PairingRoundQuerySet(models.QuerySet["PairingRound"]):
    def of(self, event: Event) -> PairingRoundQuerySet:
        """Every pairing round of an event, in the order they are played."""
        found = self.filter(stage__event=event).select_related("stage")
        return found.order_by("stage__number", "number")

    def published(self) -> PairingRoundQuerySet:
        return self.filter(state=PairingRound.State.PUBLISHED)

    def begun(self) -> PairingRoundQuerySet:
        """Rounds in which a match was called or has rounds; a bye or walkover doesn't begin one."""
        return self.filter(_has_a_match_begun())

    def at_hand(self) -> PairingRound | None:
        """The round in play, else the next one, else the last one played."""
        begun = self.begun().last()
        from_now = self.after(begun) | self.filter(pk=begun.pk) if begun else self
        return from_now.filter(_has_a_match_unfinished()).first() or begun or self.first()

    def with_begun(self) -> PairingRoundQuerySet:
        return self.annotate(was_begun=_has_a_match_begun())

    def with_drawn(self) -> PairingRoundQuerySet:
        """With the number of rounds drawn in the stage, drafts too, and no play-off."""
        rounds = PairingRound.objects.filter(stage=models.OuterRef("stage"), is_play_off=False)
        drawn = rounds.order_by().values("stage").values_list(models.Count("pk"))
        return self.annotate(drawn=models.Subquery(drawn))

    def with_unfinished(self) -> PairingRoundQuerySet:
        return self.annotate(is_unfinished=_has_a_match_unfinished())

    def with_clocked(self) -> PairingRoundQuerySet:
        return self.annotate(is_clocked=_is_clocked())

    def clocked(self) -> PairingRoundQuerySet:
        """Unfinished rounds with a clock that was started and not removed."""
        return self.filter(_is_clocked())

    def next_starts(self, now: datetime) -> dict[int, datetime]:
        """Return when each event's next pairing round begins, by event."""
        coming = self.published().filter(starts_at__gt=now)
        found = coming.values("stage__event").annotate(next=models.Min("starts_at"))
        return dict(found.values_list("stage__event", "next"))

    def before(self, other: PairingRound) -> PairingRoundQuerySet:
        here = Q(stage=other.stage_id, number__lt=other.number)
        return self.filter(here | Q(stage__number__lt=other.stage.number))

    def after(self, other: PairingRound) -> PairingRoundQuerySet:
        here = Q(stage=other.stage_id, number__gt=other.number)
        return self.filter(here | Q(stage__number__gt=other.stage.number))


def _is_clocked() -> Q:
    timed = ~Q(clock_ends_at=None, clock_left=None)
    return timed & Q(_has_a_match_unfinished())


def _has_a_match_unfinished() -> models.Exists:
    return models.Exists(Match.objects.unfinished().filter(pairing_round=models.OuterRef("pk")))


def _has_a_match_begun() -> models.Exists:
    matches = Match.objects.filter(pairing_round=models.OuterRef("pk"))
    return models.Exists(matches.begun())


MEETINGS = Q(event__league__kind="teams", team_board=None)
"""Matches between two teams of a league. Each of their boards is a match too."""


class PairingRound(models.Model):
    """Matches played at the same time: a league week, "Game 4" of a morning."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="pairing_rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=9, choices=State, default=State.DRAFT)
    starts_at = models.DateTimeField(null=True, blank=True)
    rng_seed = models.CharField(max_length=40, blank=True)
    clock_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_ends_at = models.DateTimeField(null=True, blank=True)
    clock_left = models.PositiveIntegerField(
        null=True, blank=True, help_text="Seconds left on a clock that is stopped."
    )

    is_play_off = models.BooleanField(
        default=False, help_text="Decides who goes on, and counts in no table."
    )

    objects = PairingRoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                name="pairing_round_number_once_per_stage", fields=["stage", "number"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.stage}, round {self.number}"


class ScoreLine(NamedTuple):
    """One entry on one side of a match; None as the entry of an empty side."""

    match: int
    pool: int | None
    ending: str
    winner: int | None
    pairing_round: int
    stage: int
    seat: int
    points: int
    twenties: int | None
    entry: int | None


class MatchQuerySet(models.QuerySet["Match"]):
    def published(self) -> MatchQuerySet:
        """Matches that spectators may see: a draft of a pairing round is visible to organisers
        only.
        """
        return self.filter(pairing_round__state=PairingRound.State.PUBLISHED)

    def finished(self) -> MatchQuerySet:
        """Finished matches, selected by their ending.

        All finished matches have one, and no others. Selected by state, SQLite would use the
        index of states and read every match the club has ever played.
        """
        return self.exclude(ending="")

    def begun(self) -> MatchQuerySet:
        """Matches called to a board, or with rounds, whatever their state."""
        called = ~Q(state=Match.State.PLANNED) & ~Q(ending__in=WITHOUT_A_DISC)
        rounds = Round.objects.filter(match=models.OuterRef("pk"))
        return self.filter(called | models.Exists(rounds))

    def played_or_paid(self) -> MatchQuerySet:
        """Matches that have begun, or walkovers with points: the rules in force were applied."""
        paid = self.filter(ending__in=(Match.Ending.WALKOVER, Match.Ending.FORFEIT))
        return self.begun() | paid

    def without_meetings(self) -> MatchQuerySet:
        """All matches except meetings of teams, see ``MEETINGS``."""
        return self.exclude(MEETINGS)

    def unfinished(self) -> MatchQuerySet:
        return self.exclude(state=Match.State.FINISHED)

    def last_finished(self) -> MatchQuerySet:
        """Matches that were played, the last to finish first."""
        played = self.finished().exclude(ending=Match.Ending.BYE)
        return played.order_by("-finished_at", "-number")

    def listed(self) -> MatchQuerySet:
        """Matches of events that the club's front page may list."""
        return self.filter(event__in=Event.objects.listed())

    def boards_in_use(self) -> dict[int, int]:
        """Return the number of matches called or in play, by event."""
        found = self.at_a_board().order_by().values("event").annotate(here=models.Count("pk"))
        return dict(found.values_list("event", "here"))

    def at_a_board(self) -> MatchQuerySet:
        """Matches called or in play, in the order of the boards."""
        called = [Match.State.CALLED, Match.State.PLAYING]
        return self.filter(state__in=called).order_by("board__number", "number")

    def by_board(self, *, disputed_first: bool = False) -> MatchQuerySet:
        """In the order of the boards; matches without a board last."""
        boards = (F("board__number").asc(nulls_last=True), "number")
        if disputed_first:
            return self.with_disputes().order_by(F("differs").desc(), *boards)
        return self.order_by(*boards)

    def by_pool(self) -> MatchQuerySet:
        """Pool by pool, each in the order of the boards."""
        return self.order_by("pool__number", F("board__number").asc(nulls_last=True), "number")

    def boards_of_players(self) -> str:
        """The players of each match and its board, as in ``portions.numbers_of``."""
        found: dict[int, tuple[list[str], int | str]] = {}
        for pk, board, player in self.values_list("pk", "board__number", "sides__players"):
            found.setdefault(pk, ([], board or "–"))[0].append(str(player or ""))
        return " ".join(f"{'+'.join(players)}:{board}" for players, board in found.values())

    def of_player(self, player: Player) -> MatchQuerySet:
        return self.filter(sides__players=player)

    def at_a_board_of(self, player: Player) -> MatchQuerySet:
        theirs = Match.objects.at_a_board().pks_of(player)
        return self.filter(pk__in=theirs).at_a_board() if theirs else self.none()

    def pks_of(self, player: Player) -> list[int]:
        """Return the keys of the matches with this player, from a small selection.

        It filters all seats of the matches: selected by player, SQLite would read every match they
        ever played.
        """
        here = list(self.values_list("pk", flat=True))
        sitting = SidePlayer.objects.filter(match__in=here)
        return [
            match for match, sits in sitting.values_list("match", "player") if sits == player.pk
        ]

    def with_sides(self) -> MatchQuerySet:
        """With board, pairing round and the named entries of every side: four queries."""
        return self.placed().prefetch_related(_named_sides())

    def placed(self) -> MatchQuerySet:
        """With board, pool and pairing round selected."""
        return self.select_related("board", "pool", "pairing_round__stage")

    def with_rounds(self) -> MatchQuerySet:
        return self.prefetch_related("rounds")

    def with_disputes(self) -> MatchQuerySet:
        """Annotated with ``differs`` and ``unconfirmed``.

        ``differs``: the sides report a round differently. ``unconfirmed``: one side only has
        reported it.
        """
        rounds = Round.objects.filter(match=models.OuterRef("pk"))
        return self.annotate(
            differs=models.Exists(rounds.filter(state=Round.State.DISPUTED)),
            unconfirmed=models.Exists(rounds.filter(state=Round.State.REPORTED)),
        )

    def score_lines(self) -> Iterator[ScoreLine]:
        """Yield one plain line for each entry on each side, grouped by match: all a table needs."""
        ordered = self.order_by("number", "sides__seat", "sides__side_entries__entry")
        return map(
            ScoreLine._make,
            ordered.values_list(
                "pk",
                "pool",
                "ending",
                "winner",
                "pairing_round__number",
                "pairing_round__stage__number",
                "sides__seat",
                "sides__points",
                "sides__twenties",
                "sides__side_entries__entry",
            ),
        )


def _named_sides() -> models.Prefetch[str]:
    return models.Prefetch("sides", MatchSide.objects.named())


def read_sides(matches: Iterable[Match]) -> None:
    """Read the sides of several lists of matches at once, as ``with_sides`` does for one."""
    models.prefetch_related_objects(list(matches), _named_sides())


class Match(models.Model):
    """A match: one or several games between the same sides."""

    class State(models.TextChoices):
        PLANNED = "planned", _("Planned")
        CALLED = "called", _("Called to the board")
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")

    class Ending(models.TextChoices):
        PLAYED = "played", _("Played")
        TOTALS = "totals", _("Final score only")
        BYE = "bye", _("Bye")
        WALKOVER = "walkover", _("Walkover")
        FORFEIT = "forfeit", _("Forfeit")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        ANNULLED = "annulled", _("Voided")
        NOT_RECORDED = "not_recorded", _("Not recorded")

    event = models.ForeignKey(Event, models.PROTECT, related_name="matches")
    pairing_round = models.ForeignKey(PairingRound, models.PROTECT, related_name="matches")
    pool = models.ForeignKey(Pool, models.PROTECT, null=True, blank=True, related_name="matches")
    number = models.PositiveIntegerField()
    board = models.ForeignKey(Board, models.PROTECT, null=True, blank=True, related_name="matches")
    first = models.PositiveSmallIntegerField(
        default=0, help_text="The seat that shoots first in round one."
    )
    state = models.CharField(max_length=8, choices=State, default=State.PLANNED)
    ending = models.CharField(max_length=12, choices=Ending, blank=True, default="")
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    decided_by = models.CharField(max_length=24, blank=True, default="")
    why = models.JSONField(default=dict, blank=True)
    slot = models.CharField(
        max_length=12, blank=True, default="", help_text="Its place in a bracket."
    )
    wave = models.PositiveSmallIntegerField(default=1)
    help_wanted_at = models.DateTimeField(null=True, blank=True)
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(name="match_number_once_per_event", fields=["event", "number"]),
            models.UniqueConstraint(
                name="board_used_by_one_match_at_a_time",
                fields=["board"],
                condition=Q(state__in=["called", "playing"]),
            ),
            models.CheckConstraint(name="first_is_a_seat", condition=Q(first__lte=3)),
            models.CheckConstraint(
                name="winner_is_a_seat", condition=Q(winner=None) | Q(winner__lte=3)
            ),
            models.CheckConstraint(
                name="finished_match_has_an_ending", condition=Q(state="finished") ^ Q(ending="")
            ),
        ]
        indexes = [models.Index(fields=["event", "state"]), models.Index(fields=["state", "board"])]

    def __str__(self) -> str:
        return f"match {self.number}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.event.slug, self.number])

    @property
    def is_unplayed(self) -> bool:
        """True for an ending without a shot: the players are not sent to a board."""
        return self.ending in WITHOUT_A_DISC

    @property
    def waits(self) -> bool:
        return self.state == Match.State.PLANNED

    @property
    def is_struck_out(self) -> bool:
        """True if it was struck out: the entered rounds are still visible, but there is no
        result.
        """
        return self.ending in STRUCK_OUT

    @property
    def has_score(self) -> bool:
        """True if there is a score to show."""
        begun = self.state in (Match.State.PLAYING, Match.State.FINISHED)
        return begun and not self.is_struck_out

    def is_left_by(self, side: MatchSide) -> bool:
        """True if all players of this side have withdrawn."""
        gone = all(e.state == Entry.State.WITHDRAWN for e in side.entry_list)
        return self.is_unplayed and gone

    @property
    def played_at(self) -> datetime:
        """When it was played, as far as it was recorded."""
        return self.finished_at or self.started_at or self.event.starts_at


PLAYED_OUT = frozenset({Match.Ending.PLAYED, Match.Ending.TOTALS})
"""Endings of matches played to the end, with their rounds known or only the totals."""
STRUCK_OUT = frozenset({Match.Ending.WITHDRAWN, Match.Ending.ANNULLED})
WITHOUT_A_DISC = frozenset(
    {
        Match.Ending.BYE,
        Match.Ending.WALKOVER,
        Match.Ending.FORFEIT,
        Match.Ending.WITHDRAWN,
        Match.Ending.ANNULLED,
    }
)
"""Endings of matches that were never called: they don't begin a pairing round."""
