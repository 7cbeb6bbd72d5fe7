"""The acts of a night's host: attendance, the draw, the start and the end."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.advance.finish import finish_event
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.entries.entries import NewEntry, check_in, enter_list
from leagues.actions.events.events import bin_event, start_event
from leagues.actions.events.plan import plan_event
from leagues.actions.leagues.day_sentences import fill_in_day, of_day
from leagues.actions.play.calls import call_round
from leagues.actions.play.endings import stop_match
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.actions.webhook_queue import new_players, night_ended
from leagues.models import Arrival, Event, Night, PairingRound, Player, Stage
from leagues.models.names import guess_family_name
from leagues.reads.leagues.attendance.attendance_list import boards_of, events_of, name_of_event
from leagues.reads.leagues.night_format import evening_of
from leagues.reads.leagues.table.season import LeagueSeason, season_of
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.state_marks import mark_of
from leagues.stages.entry_sources import Deal, Everyone
from scoring.season.total import exact_average

# --- Attendance -------------------------------------------------------------------------


def say_here(
    *,
    by: Who,
    night: Night,
    here: Collection[int] = (),
    gone: Collection[int] = (),
    late: Mapping[int, int] = MappingProxyType({}),
) -> None:
    """Mark players as present, and others as absent after all.

    ``late`` has the number of the first game of each player who arrives later.
    """
    with act(by, night, SAY_HERE, day=night.on.isoformat()) as line:
        known = Player.objects.present().filter(club=night.league.club)
        there = set(line.on.arrivals.values_list("player", flat=True))
        come = list(known.filter(pk__in=set(here) - there).order_by("pk"))
        left = list(known.filter(pk__in=there & set(gone) - set(here)).order_by("pk"))
        if not come and not left:
            line.drop()
            return
        Arrival.objects.bulk_create(
            Arrival(night=night, player=each, from_round=late.get(each.pk)) for each in come
        )
        night.arrivals.filter(player__in=left).delete()
        line.say(names=[each.name for each in come], not_here=[each.name for each in left])


def walk_up(*, by: Who, night: Night, name: str, is_guest: bool = False) -> Player:
    """Add a new player to the club, present tonight; a guest unless the league is open."""
    with act(by, night, SAY_HERE, day=night.on.isoformat()) as line:
        player = Player.objects.create(
            club=night.league.club,
            name=name,
            family_name=guess_family_name(name),
            is_guest=is_guest or not line.on.league.is_open,
        )
        Arrival.objects.create(night=night, player=player)
        line.say(names=[player.name], not_here=[], new_players=[player.pk])
    return player


def _describe_attendance(facts: LogFacts) -> str:
    """The log sentence about players marked present, absent, or both."""
    fill_in_day(facts)
    for key in ("names", "not_here"):
        facts[key] = ", ".join(facts["details"].get(key, ()))
    if not facts["not_here"]:
        return _("Marked present on %(day)s: %(names)s.")
    if not facts["names"]:
        return _("Marked absent on %(day)s: %(not_here)s.")
    return _("Marked present on %(day)s: %(names)s. Marked absent: %(not_here)s.")


ON_TONIGHT = later("Tap the name again on the page of the night.")


SAY_HERE = Verb("say_here", _describe_attendance, ON_TONIGHT, webhook=new_players)


def split_night(*, by: Who, night: Night, place: str, players: Collection[int]) -> None:
    """Move these players to a second venue, and all others back to the first."""
    with act(by, night, SPLIT_NIGHT, day=night.on.isoformat(), place=place) as line:
        if players and not place:
            raise Refused(_("Enter the name of the second venue."), field="place")
        there = line.on.arrivals.filter(player__in=players)
        others = line.on.arrivals.exclude(player__in=players).exclude(place="")
        moved = there.exclude(place=place).update(place=place) + others.update(place="")
        if not moved:
            line.drop()


def _describe_split(facts: LogFacts) -> str:
    """The log sentence about the second venue, or about the return to one venue."""
    fill_in_day(facts)
    if facts["details"].get("place"):
        return _("Split the night of %(day)s. Some play at %(place)s.")
    return _("Moved everyone on the night of %(day)s back to one venue.")


SPLIT_NIGHT = Verb(
    "split_night", _describe_split, later("Change the venues on the page of the night.")
)


# --- The draw ---------------------------------------------------------------------------


def draw_night(*, by: Who, night: Night, boards: int | None = None) -> list[Event]:
    """Plan and draw one event for each venue of a night; returns existing events unchanged.

    ``boards`` is the number of boards tonight if the league's usual number doesn't apply.
    """
    with act(by, night, DRAW_NIGHT, day=night.on.isoformat()) as line:
        night = line.on
        if there := events_of(night):
            line.drop()
            return there
        if night.is_cancelled:
            raise Refused(_("This night is cancelled."))
        by_place = _by_place(night)
        numbers = boards_of(night)[:boards]
        shared = _share_boards(numbers, [len(here) for here in by_place.values()])
        season = season_of(night.league)
        made = [
            _plan_night_event(by, night, place, here, its_boards, season)
            for (place, here), its_boards in zip(by_place.items(), shared, strict=True)
        ]
        line.say(events=[event.pk for event in made])
    return made


DRAW_NIGHT = Verb(
    "draw_night",
    of_day(later("Drew the night of %(day)s.")),
    later("Until the night starts, you can go back to the faces on its page."),
)


def _by_place(night: Night) -> dict[str, list[Player]]:
    """The players who play from the first game, by venue."""
    here: dict[str, list[Player]] = {}
    arrivals = night.arrivals.filter(player__in=Player.objects.present(), from_round=None)
    arrivals = arrivals.select_related("player").order_by("place", "pk")
    for each in arrivals:
        here.setdefault(each.place, []).append(each.player)
    if not here:
        raise Refused(_("No one is marked as present yet. Tap the faces of players who are here."))
    return here


def _share_boards(boards: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The board numbers of each venue, in proportion to its players."""
    shared, given, seen = list[list[int]](), 0, 0
    for size in sizes:
        seen += size
        until = round(len(boards) * seen / sum(sizes))
        shared.append(list(boards[given:until]))
        given = until
    return shared


def _plan_night_event(
    by: Who,
    night: Night,
    place: str,
    here: Sequence[Player],
    boards: Sequence[int],
    season: LeagueSeason,
) -> Event:
    evening, league = evening_of(night.league), night.league
    if len(here) < 2:
        raise Refused(_("Only one player is here. You need at least two."))
    stages = evening.stages(len(here))
    event = plan_event(
        by=by,
        club=league.club,
        sheet=evening.sheet,
        boards=boards,
        stages=stages,
        facts=evening.facts() | _event_facts(night, place, here, season.handicaps_now()),
    )
    takes = stages[0].takes
    is_by_strength = isinstance(takes, Everyone) and takes.deal is Deal.UNMET
    seeds = _seeds_by_strength(here, season) if is_by_strength else {}
    entries = enter_list(
        by=by,
        event=event,
        entries=[NewEntry((each,), seed=seeds.get(each.pk)) for each in here],
        how="tonight",
    )
    check_in(by=by, event=event, entries=[entry.pk for entry in entries])
    draw_rounds(by=by, stage=first_stage(event))
    return event


def _event_facts(
    night: Night, place: str, here: Sequence[Player], handicaps: Mapping[int, Any]
) -> dict[str, Any]:
    league = night.league
    return {
        "name": name_of_event(night, place),
        "starts_at": night.starts_at,
        "zone": league.zone,
        "place": place or night.where,
        "visibility": league.visibility,
        "season": league.season,
        "night": night,
        "handicaps": {
            str(each.pk): str(handicaps[each.pk]) for each in here if each.pk in handicaps
        }
        or None,
    }


def _seeds_by_strength(here: Sequence[Player], season: LeagueSeason) -> dict[int, int]:
    """Seeds by average points a night, for players who have played this season."""
    brought = {
        row.player: exact_average(sum(each.total for each in row.played), len(row.played))
        for row in season.rows
        if row.played
    }
    known = [each.pk for each in here if each.pk in brought]
    best_first = sorted(known, key=lambda player: (-brought[player], player))
    return {player: seed for seed, player in enumerate(best_first, 1)}


def first_stage(event: Event) -> Stage:
    stage: Stage = event.stages.order_by("number")[0]
    stage.event = event
    return stage


def take_draw_back(*, by: Who, night: Night) -> None:
    """Move a night's drawn, unstarted events to the bin, so that attendance is asked again."""
    with act(by, night, TAKE_NIGHT_BACK, day=night.on.isoformat()) as line:
        events = events_of(line.on)
        if any(event.state != Event.State.PLANNED for event in events):
            raise Refused(_("This night has started, so its draw can no longer change."))
        if not events:
            line.drop()
        for event in events:
            bin_event(by=by, event=event)


TAKE_NIGHT_BACK = Verb(
    "take_night_back",
    of_day(later("Deleted the draw of the night of %(day)s.")),
    later("Draw the night again on its page."),
)


def start_night(*, by: Who, night: Night) -> None:
    """Publish the draw of a night, start its events, and call the first matches."""
    with act(by, night, START_NIGHT, day=night.on.isoformat()) as line:
        planned = [event for event in events_of(line.on) if event.state == Event.State.PLANNED]
        if not planned:
            line.drop()
            return
        for event in planned:
            stage = first_stage(event)
            publish_rounds(by=by, stage=stage)
            start_event(by=by, event=event, now=timezone.now())
            call_round(by=by, pairing_round=_first_round(stage))
        line.say(events=[event.pk for event in planned])


START_NIGHT = Verb(
    "start_night",
    of_day(later("Started the night of %(day)s.")),
    later("Until play begins, you can unpublish the games on the event’s draw page."),
)


def _first_round(stage: Stage) -> PairingRound:
    first: PairingRound = stage.pairing_rounds.order_by("number")[0]
    return first


def end_night(
    *, by: Who, night: Night, seen: Mapping[int, str] | None = None, halves_stand: bool = False
) -> None:
    """Finish the events of a night; open matches are refused unless ``seen`` has their marks.

    With ``halves_stand``, an open match that is half played counts with its current result.
    The other open matches are annulled.
    """
    with act(by, night, END_NIGHT, day=night.on.isoformat()) as line:
        going = [event for event in events_of(line.on) if event.state != Event.State.FINISHED]
        if not going:
            line.drop()
            return
        for event in going:
            mark = (seen or {}).get(event.pk)
            if halves_stand and mark is not None:
                mark = _let_halves_stand(by, event, mark)
            finish_event(by=by, event=event, seen=mark)
        line.say(events=[event.pk for event in going])


END_NIGHT = Verb(
    "end_night",
    of_day(later("Ended the night of %(day)s.")),
    later("Undo “Finished the event” in the log of the event."),
    webhook=night_ended,
)


def _let_halves_stand(by: Who, event: Event, seen: str) -> str:
    """Stop the half-played matches; returns the mark of the matches that are still open.

    If the open matches are no longer the ones in ``seen``, it returns ``seen`` and nothing is
    changed; finishing the event is then refused.
    """
    left = left_open(event)
    if mark_of(state_of_open(left)) != seen:
        return seen
    for each in left:
        if each.is_half_played:
            stop_match(by=by, match=each.match, reason=_("the night ended"))
    return mark_of(state_of_open(left_open(event)))
