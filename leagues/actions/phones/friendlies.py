"""Friendlies: two players start a match at a free board, without an organiser.

The match belongs to an event for fun that runs all year, so its score is entered, corrected
and confirmed like any other. It counts nowhere, because a code at the board doesn't prove
who plays. ``rated_friendlies`` can count a match afterwards.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.pass_checks import here_now
from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.draw.publish import publish_round
from leagues.actions.events.events import add_stage, create_event, seat_pools
from leagues.actions.play.calls import call_match
from leagues.actions.play.endings import annul_match
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Board, Club, Entry, EntryPlayer, Event, Match, Player, Pool
from leagues.models.names import fold_name
from leagues.pairing import values
from leagues.reads import Sheet
from leagues.reads.phones.friendlies import is_free, is_left
from leagues.stages.pairing_ways import SomeGames
from scoring.text import marked

Kind = Event.Kind


@transaction.atomic
def start_friendly(
    *, by: Who, board: Board, sides: Sequence[Player | str], sheet: Sheet, now: datetime
) -> Match:
    """Start a friendly at a free board. A side given as a name only is a guest."""
    club = Club.objects.select_for_update(no_key=True).get(pk=board.club_id)
    _refuse_nonsense(sides)
    if not is_free(board, now):
        raise Refused(_("This board is in use, or is about to be."))
    _end_what_was_left(by, board, now)
    event = standing_event(by, club, sheet, Kind.FOR_FUN, now)
    with act(by, event, START_FRIENDLY, board=board.number) as line:
        event = line.event
        event.boards.add(board)
        one, other = (entry_of(event, each) for each in sides)
        [pool] = Pool.objects.filter(stage__event=event).select_related("stage")
        pairing = values.Pairing.between(one.pk, other.pk)
        draw = {pool: values.PairedRound((pairing,))}
        made = publish_round(by=by, stage=pool.stage, draw=draw, starts_at=now)
        match: Match = made.matches.get()
        line.say(match=match.number, names=[_name_of(each) for each in sides])
        return call_match(by=by, match=match, board=board)


START_FRIENDLY = Verb(
    "start_friendly",
    later("Started a friendly at board %(board)s: %(names)s."),
    later("Void the match instead. Then it doesn’t count."),
)


def _refuse_nonsense(sides: Sequence[Player | str]) -> None:
    names = [fold_name(_name_of(each)) for each in sides]
    if len(set(names)) < len(names):
        raise Refused(_("Choose two different players."), field="other")


def _name_of(side: Player | str) -> str:
    return side.name if isinstance(side, Player) else side


def _end_what_was_left(by: Who, board: Board, now: datetime) -> None:
    here = here_now(board)
    if here is not None and is_left(here, now):
        annul_match(by=by, match=here, reason=_("Left without a result."))


def standing_event(by: Who, club: Club, sheet: Sheet, kind: Kind, now: datetime) -> Event:
    """The year's event for friendlies with this rule sheet, created with the first one."""
    local = now.astimezone(club.tzinfo)
    new_year = local.replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
    there = Event.objects.present().filter(
        club=club,
        kind=kind,
        starts_at=new_year,
        state=Event.State.RUNNING,
        rules__preset=sheet.preset,
    )
    if found := there.order_by("pk").first():
        return found
    values = {"kind": kind.label, "year": local.year, "sheet": sheet.title}
    event = create_event(
        by=by,
        club=club,
        name=_("%(kind)s %(year)s, %(sheet)s") % values,
        starts_at=new_year,
        sheet=sheet,
        kind=kind,
        state=Event.State.RUNNING,
        visibility=Event.Visibility.PUBLIC
        if kind == Kind.FRIENDLIES
        else Event.Visibility.UNLISTED,
    )
    stage = add_stage(by=by, event=event, name=marked("Friendlies"), way=SomeGames(1))
    seat_pools(by=by, stage=stage, pools={"": ()})
    return event


def entry_of(event: Event, side: Player | str) -> Entry:
    """The entry of a player or guest in the year's event, created with their first friendly."""
    if isinstance(side, Player):
        entered = event.entries.filter(players=side).first()
        if entered:
            return entered
        made = Entry.objects.create(event=event)
        EntryPlayer.objects.create(entry=made, event=event, player=side)
        return made
    guest = event.entries.filter(name=side, line_up=None).first()
    return guest or Entry.objects.create(event=event, name=side)
