"""Halls after an act that can be undone."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.entries.entries import NewEntry, enter_list, set_team, strike_entry
from leagues.actions.entries.line_ups import pair_up, substitute_player
from leagues.actions.entries.registration import registration_of, set_registration
from leagues.actions.events.events import add_stage
from leagues.actions.events.plan import FACTS, change_event, state_of
from leagues.actions.events.stages import change_stage, columns_of, plan_stage
from leagues.actions.play.broken_boards import take_out_board
from leagues.actions.play.calls import call_match
from leagues.models import Action, Board, Entry, Event, Match, PairingRound, Player, Stage
from leagues.reads import sheet_of
from leagues.reads.events.plans import plan_of
from leagues.reads.state_marks import mark_of
from leagues.stages.pairing_ways import Knockout, RoundRobin, SomeGames
from leagues.stages.stage_plan import StagePlan
from tests.cast import Cast
from tests.leagues.play.desk_hall import NOON, DeskHall, open_hall

Setting = Callable[[Cast], DeskHall]


Doing = Callable[[DeskHall], object]


def last_action(verb: str) -> Action:
    line: Action = Action.objects.filter(verb=verb).latest("pk")
    return line


def opened_hall(cast: Cast, **facts: Any) -> DeskHall:
    hall = open_hall(cast, **facts)
    Stage.objects.filter(pk=hall.stage.pk).update(opened_at=NOON)
    hall.stage.refresh_from_db()
    return hall


def published_hall(cast: Cast) -> DeskHall:
    hall = opened_hall(cast)
    hall.publish((1, 2), (3, 4))
    return hall


def called_hall(cast: Cast) -> DeskHall:
    hall = published_hall(cast)
    call_match(by=hall.by, match=match_one(hall))
    return hall


def planned_hall(cast: Cast) -> DeskHall:
    """No one is seated yet; four entries are on the list, two of them new."""
    hall = open_hall(cast, running=False, sides="doubles")
    hall.pool.places.all().delete()
    hall.pool.delete()
    return hall


def with_three_stages(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    for name, way in (("Noon", SomeGames(games=3)), ("Evening", Knockout())):
        add_stage(by=hall.by, event=hall.event, name=name, way=way)
    return hall


def a_pair(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    pair_up(by=hall.by, event=hall.event, pairs=[(hall.entry(1), hall.entry(2))])
    return hall


def in_a_bracket(cast: Cast) -> DeskHall:
    hall = open_hall(cast, way=Knockout())
    hall.event.rng_seed = "SPRING"  # a seed with which the lot changes the order of four
    hall.event.save(update_fields=["rng_seed"])
    hall.pool.places.all().delete()
    hall.pool.delete()
    open_stage(by=hall.by, stage=hall.stage)
    return hall


def one_leaves(cast: Cast) -> DeskHall:
    """A round robin for six with all rounds open; Player 6 has left."""
    hall = opened_hall(cast, entries=6, boards=3, way=RoundRobin())
    draw_rounds(by=hall.by, stage=hall.stage)
    publish_rounds(by=hall.by, stage=hall.stage)
    Entry.objects.filter(pk=hall.entry(6)).update(state=Entry.State.WITHDRAWN)
    return hall


def one_comes(cast: Cast) -> DeskHall:
    hall = opened_hall(cast, entries=5, boards=3, way=RoundRobin())
    draw_rounds(by=hall.by, stage=hall.stage)
    late = Player(club=cast.club, name="Late Eve")
    enter_list(by=hall.by, event=hall.event, entries=[NewEntry((late,))], how="list")
    return hall


def match_one(hall: DeskHall) -> Match:
    return hall.event.matches.get(number=1)


def a_round(hall: DeskHall) -> PairingRound:
    return PairingRound.objects.get(stage=hall.stage)


def player_of(hall: DeskHall, number: int) -> Player:
    return Player.objects.get(entries=hall.entry(number))


def new_guest(hall: DeskHall) -> Player:
    return Player.objects.create(club=hall.event.club, name="Sub Sue")


def stage_called(hall: DeskHall, name: str) -> Stage:
    return hall.event.stages.get(name=name)


def change_name_and_start(hall: DeskHall) -> None:
    event = Event.objects.get(pk=hall.event.pk)
    now = state_of(event)
    facts = {name: now[name] for name in FACTS}
    facts |= {"name": "Autumn Open", "starts_at": NOON + timedelta(hours=3)}
    change_event(
        by=hall.by,
        event=event,
        seen=mark_of(now),
        sheet=sheet_of(event),
        boards=[1, 2, 3],
        facts=facts,
    )


def change_first_stage(hall: DeskHall) -> None:
    stage = hall.event.stages.get(number=1)
    change_stage(
        by=hall.by,
        stage=stage,
        plan=replace(plan_of(stage), name="Forenoon", way=SomeGames(games=2)),
        seen=mark_of(columns_of(stage)),
    )


def plan_final(hall: DeskHall) -> None:
    plan_stage(by=hall.by, event=hall.event, plan=StagePlan(name="Final", way=Knockout()))


def let_everybody_in(hall: DeskHall) -> None:
    event = Event.objects.get(pk=hall.event.pk)
    set_registration(
        by=hall.by,
        event=event,
        seen=mark_of(registration_of(event)),
        takes_entries=True,
        entry_limit=None,
        entries_close_at=timezone.now() + timedelta(days=3),
    )


def full_hall(cast: Cast) -> DeskHall:
    hall = planned_hall(cast)
    Event.objects.filter(pk=hall.event.pk).update(entry_limit=3)
    Entry.objects.filter(pk=hall.entry(4)).update(state=Entry.State.WAITING)
    return hall


def strike_entry_two(hall: DeskHall) -> None:
    entry = Entry.objects.get(pk=hall.entry(2))
    strike_entry(by=hall.by, event=hall.event, entry=entry)


def play_for(hall: DeskHall) -> None:
    entry = Entry.objects.get(pk=hall.entry(1))
    set_team(by=hall.by, event=hall.event, entry=entry, team="Reds", before="")


def sit_for(hall: DeskHall, *, for_good: bool) -> None:
    substitute_player(
        by=hall.by,
        event=hall.event,
        entry=Entry.objects.get(pk=hall.entry(1)),
        leaves=player_of(hall, 1),
        comes=new_guest(hall),
        for_good=for_good,
    )


def break_board(hall: DeskHall, number: int) -> None:
    take_out_board(by=hall.by, event=hall.event, board=Board.objects.get(number=number))


def move_to_board(hall: DeskHall, number: int) -> None:
    board, _made = Board.objects.get_or_create(club=hall.event.club, number=number)
    call_match(by=hall.by, match=match_one(hall), board=board)


def play_one(hall: DeskHall) -> None:
    hall.type_card(match_one(hall), "20 20 11 02")
