"""Join a league in which nothing is drawn: a ladder, or matches in players' own time."""

from collections.abc import Iterable, Sequence

from django.db.models import Max
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.joining.members import refuse_not_begun
from leagues.actions.leagues.matches.draw import event_of
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import (
    Enrolment,
    Entry,
    EntryPlayer,
    Event,
    League,
    Night,
    Player,
    Pool,
    PoolEntry,
)


def join_league(
    *,
    by: Who,
    league: League,
    players: Iterable[Player],
    first: Night | None = None,
    division: str = "",
) -> list[Entry]:
    """Add players at the bottom of a ladder, or to a division; returns their entries.

    Players who left the league before get their earlier entries again.
    """
    event = event_of(league)
    with act(by, event, JOIN_LEAGUE, league=league.pk) as line:
        refuse_not_begun(league)
        line.keep(
            event.entries.all(),
            EntryPlayer.objects.filter(event=event),
            PoolEntry.objects.filter(stage__event=event),
            league.enrolments.all(),
        )
        members = league.enrolments.filter(last=None, kind=Enrolment.Kind.MEMBER)
        here = set(members.values_list("player", flat=True))
        new = [player for player in players if player.pk not in here]
        if not new:
            line.drop()
            return []
        line.say(names=[player.name for player in new])
        entries = _make_entries(event, new)
        _seat_entries(_pool_of(event, division), entries)
        Enrolment.objects.bulk_create(
            Enrolment(league=league, player=player, division=division, first=first)
            for player in new
        )
    return entries


JOIN_LEAGUE = Verb(
    "join_league",
    later("Added to the league: %(names)s."),
    put_back(later("These players will no longer be in the league: %(names)s.")),
    in_league_log=True,
)


def _make_entries(event: Event, players: Sequence[Player]) -> list[Entry]:
    before = {
        line.player_id: line.entry
        for line in EntryPlayer.objects.filter(event=event, player__in=players)
        .select_related("entry")
        .order_by("pk")
    }
    again = [entry.pk for entry in before.values()]
    Entry.objects.filter(pk__in=again).update(state=Entry.State.ACTIVE)
    newcomers = [player for player in players if player.pk not in before]
    made = Entry.objects.bulk_create(Entry(event=event) for _each in newcomers)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, event=event, player=player)
        for entry, player in zip(made, newcomers, strict=True)
    )
    return [*before.values(), *made]


def _pool_of(event: Event, division: str) -> Pool:
    """The pool of a division, or the last pool if there is no such division."""
    pools = Pool.objects.filter(stage__event=event).order_by("number")
    named = pools.filter(name=division).first() if division else None
    pool = named or pools.last()
    assert pool is not None
    return pool


def _seat_entries(pool: Pool, entries: Sequence[Entry]) -> None:
    """Seat entries last in a pool, unless they have a place in the stage already."""
    seats = PoolEntry.objects.filter(stage=pool.stage_id)
    seated = set(seats.values_list("entry", flat=True))
    last: int = pool.places.aggregate(last=Max("seed"))["last"] or 0
    new = [entry for entry in entries if entry.pk not in seated]
    PoolEntry.objects.bulk_create(
        PoolEntry(pool=pool, stage_id=pool.stage_id, entry=entry, seed=seed)
        for seed, entry in enumerate(new, 1 + last)
    )
