"""Add players late to a league whose matches are drawn, with matches in the coming weeks."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.draw.matches import write_matches
from leagues.actions.leagues.matches.arranged_matches import refuse_not_on, rows_of
from leagues.actions.leagues.matches.draw import event_of
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import (
    DatedMatch,
    Enrolment,
    Entry,
    EntryPlayer,
    Event,
    League,
    Match,
    Night,
    PairingRound,
    Player,
    Pool,
    PoolEntry,
    SideEntry,
)
from leagues.models.fields import stored_name
from leagues.pairing.values import PairedRound, Pairing, Why
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.log.facts import LogFacts
from leagues.stages.late_joining import met_late

JOINED = Why("you play {them} because one of you joined late")


def join_late(
    *,
    by: Who,
    league: League,
    people: Sequence[Player],
    division: str = "",
    first: Night | None = None,
    now: datetime | None = None,
) -> Entry:
    """Add a player or a pair, with matches against everyone in a division; no other match moves."""
    event = event_of(league)
    with act(by, event, JOIN_LATE, league=league.pk) as line:
        refuse_not_on(line.on)
        _refuse_joining(league, event, people)
        pool = _pool_of(event, division)
        weeks = _weeks_from(league, first, evening_day(league, now or timezone.now()))
        line.keep(
            event.entries.all(),
            EntryPlayer.objects.filter(event=event),
            PoolEntry.objects.filter(stage__event=event),
            league.enrolments.all(),
            *rows_of(line.on),
        )
        others = _active_entries(pool)
        entry = _enter_people(event, pool, people)
        _draw_matches(league, pool, entry, others, weeks)
        Enrolment.objects.bulk_create(
            Enrolment(league=league, player=each, division=stored_name(pool.name), first=weeks[0])
            for each in people
        )
        line.say(
            name=" & ".join(each.name for each in people), matches=_count_matches(league, others)
        )
    return entry


def _describe_join_late(facts: LogFacts) -> str:
    return ngettext(
        "Added %(name)s late, with %(matches)s match.",
        "Added %(name)s late, with %(matches)s matches.",
        facts["details"].get("matches", 0),
    )


JOIN_LATE = Verb(
    "join_late",
    _describe_join_late,
    put_back(
        later("%(name)s will no longer be in the league, and their matches will be removed."),
        moves_tables=True,
    ),
    in_league_log=True,
)


def _count_matches(league: League, others: Sequence[int]) -> int:
    return len(others) * rules_of(league).legs


def _refuse_joining(league: League, event: Event, people: Sequence[Player]) -> None:
    size = 2 if event.sides == Event.Sides.DOUBLES else 1
    if not league.of_kind.takes_late or len({each.pk for each in people}) != size:
        raise Refused(
            ngettext(
                "Choose one player at a time.",
                "Players join this league in pairs. Choose two.",
                size,
            ),
            field="player",
        )
    here = EntryPlayer.objects.filter(event=event, player__in=people)
    if (line := here.select_related("player").first()) is not None:
        values = {"name": line.player.name}
        raise Refused(
            _("%(name)s is already in this league, or was before.") % values, field="player"
        )


def _pool_of(event: Event, division: str) -> Pool:
    """The pool of a division, or the last pool if there is no such division."""
    pools = Pool.objects.filter(stage__event=event).select_related("stage")
    pool = pools.filter(name=division).first() or pools.order_by("number").last()
    assert pool is not None
    pool.stage.event = event
    return pool


def _weeks_from(league: League, first: Night | None, today: object) -> list[Night]:
    """The weeks of the calendar from ``first`` or today on; ``Refused`` if none is left."""
    nights = league.nights.filter(is_cancelled=False, on__gte=today).in_order()
    weeks = [each for each in nights if first is None or each.on >= first.on]
    if not weeks:
        raise Refused(_("There are no weeks left in the calendar."), field="first")
    return weeks


def _active_entries(pool: Pool) -> list[int]:
    places = pool.places.filter(entry__state=Entry.State.ACTIVE).order_by("seed")
    return list(places.values_list("entry", flat=True))


def _enter_people(event: Event, pool: Pool, people: Sequence[Player]) -> Entry:
    entry: Entry = Entry.objects.create(event=event)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, event=event, player=player, number=number)
        for number, player in enumerate(people, 1)
    )
    last: int = pool.places.aggregate(last=Max("seed"))["last"] or 0
    PoolEntry.objects.create(pool=pool, stage_id=pool.stage_id, entry=entry, seed=last + 1)
    return entry


def _draw_matches(
    league: League, pool: Pool, entry: Entry, others: Sequence[int], weeks: Sequence[Night]
) -> None:
    """Draw the newcomer's matches, each as a pairing round, with the first seat in turn."""
    rule = rules_of(league)
    busy = _count_busy(others, weeks)
    met = met_late(others, len(weeks), busy, rule.legs)
    stage = pool.stage
    number: int = stage.pairing_rounds.aggregate(last=Max("number"))["last"] or 0
    turn = 0
    for week, here in zip(weeks, met, strict=True):
        week.league = league
        for other in here:
            turn += 1
            pairing_round = PairingRound.objects.create(
                stage=stage,
                number=number + turn,
                state=PairingRound.State.PUBLISHED,
                starts_at=week.starts_at,
            )
            two = (entry.pk, other) if turn % 2 else (other, entry.pk)
            pairing = Pairing.between(*two, why=JOINED)
            write_matches(stage.event, pairing_round, {pool: PairedRound((pairing,))}, {})
            match = pairing_round.matches.get()
            DatedMatch.objects.create(match=match, week=week, due_on=rule.due_on(week.on))


def _count_busy(others: Sequence[int], weeks: Sequence[Night]) -> list[Counter[int]]:
    """The number of matches of each entry, for each of these weeks."""
    at = {week.pk: nth for nth, week in enumerate(weeks)}
    found = [Counter[int]() for _week in weeks]
    drawn = SideEntry.objects.filter(
        entry__in=others, side__match__dated__week__in=list(at)
    ).exclude(side__match__ending=Match.Ending.ANNULLED)
    for entry, week in drawn.values_list("entry", "side__match__dated__week"):
        found[at[week]][entry] += 1
    return found
