"""Cases of the acts at the desk of a league."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from leagues.access.captain_links import captain_secret
from leagues.access.join_links import join_secret
from leagues.access.mail_acts import SIGNER
from leagues.access.roles import Who
from leagues.actions.advance.finish import finish_event
from leagues.actions.leagues.joining.divisions import set_divisions
from leagues.actions.leagues.joining.joining_link import join_as_player, offer_join_link
from leagues.actions.leagues.joining.members import adjust_points, enrol_members
from leagues.actions.leagues.kinds.own_time import start_game
from leagues.actions.leagues.nights.answers import call_spare
from leagues.actions.leagues.nights.changes import cancel_night
from leagues.actions.leagues.nights.tonight import draw_night, start_night
from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.teams.captains import offer_captain_link
from leagues.actions.phones.rated_friendlies import rate_friendly
from leagues.actions.play.calls import put_back
from leagues.models import (
    Action,
    Arrival,
    Board,
    CaptainLink,
    Enrolment,
    Entry,
    Event,
    League,
    Match,
    Player,
)
from leagues.models.events import FRIENDLIES
from leagues.reads.play.open_matches import left_open, state_of_open
from leagues.reads.play.typed_cards import Totals
from leagues.reads.state_marks import mark_of
from leagues.stages.match_league import MatchLeague
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import open_boxes, play_period
from tests.leagues.leagues.coming_seasons import answer_for as say_season
from tests.leagues.leagues.coming_seasons import open_then
from tests.leagues.leagues.evenings import Evening
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.team_leagues import meeting_of, open_teams, player_entry_key
from tests.leagues.leagues.test_friendly_counts import ask_league, play_friendly
from tests.leagues.leagues.test_ladder import open_ladder as open_ladder
from tests.leagues.leagues.test_own_time import open_own_time as open_own_time
from tests.leagues.leagues.test_totals import report_totals as enter_result
from tests.leagues.leagues.tonights import mark_here, set_boards, win_match
from tests.leagues.leagues.unplayed import match_of
from tests.leagues.pages.cases import NEVER_REFUSED, Case, each_of
from tests.scenes import scene

CALLED_ONCE = "A round stays one that was called"
STAYS_OPEN = "The year’s event of friendlies stays"
SEVERAL = "It logs several acts, and each is undone by itself"
GONE = "Nothing was changed."
NOT_RUNNING = "This league isn’t running."
CLOSED = "This season is closed and can no longer be changed."
ON_THE_12TH = "2026-10-12T20:00-04:00"


def close_leagues(hall: Any) -> None:
    by = hall.cast.who("ann")
    for event in Event.objects.exclude(state=Event.State.FINISHED):
        finish_event(by=by, event=event, seen=mark_of(state_of_open(left_open(event))))
    for league in League.objects.filter(closed_at=None):
        close_league(by=by, league=league)


def cancel_first_night(hall: Any) -> None:
    cancel_night(by=hall.cast.who("ann"), night=hall.night(1), reason="snow")


def play_and_close(hall: Any) -> None:
    by, first = hall.cast.who("ann"), hall.night(1)
    mark_here(hall, 1, *NAMES)
    draw_night(by=by, night=first)
    start_night(by=by, night=first)
    for match in Match.objects.unfinished():
        win_match(match)
    close_leagues(hall)


# --- A league of nights ---------------------------------------------------------------------


@scene(made=ON_THE_12TH, tick=False)
def mondays(cast: Cast) -> Mondays:
    """The first of four nights was played, tonight is the second and the third is cancelled."""
    mondays = Mondays.open(cast, "Ann Lee", "Anne Lee", "Bo Birch", nights=4)
    mondays.play(1, ("Ann Lee", "Bo Birch", 6, 2), ("Gus", "Ann Lee", 8, 0))
    by = cast.who("ann")
    cancel_night(by=by, night=mondays.night(3), reason="snow")
    adjust_points(
        by=by, league=mondays.league, player=mondays.player("Bo Birch"), points=1, reason="soup"
    )
    player_named(cast, "Kate Smith")
    offer_join_link(by=by, league=mondays.league)
    kate = player_named(cast, "Kate Smyth")
    join_as_player(by=Who(player=kate), league=mondays.league, player=kate)
    set_boards(mondays, 2)
    set_divisions(by=by, league=mondays.league, names=["Blue", "Red"])
    return mondays


def league_arguments(hall: Any) -> tuple[Any, ...]:
    return (hall.league.slug,)


def night_arguments(number: int) -> Callable[[Any], tuple[Any, ...]]:
    return lambda hall: (hall.league.slug, hall.night(number).pk)


def member_arguments(name: str) -> Callable[[Any], tuple[Any, ...]]:
    return lambda hall: (hall.league.slug, Enrolment.objects.get(player__name=name).pk)


# One or two lines a case:
# fmt: off
NIGHTS = [
    Case("desk-league-settings", league_arguments, "change_league", "Saved.",
         {"name": "Winter", "fewest": "4"}, wrong={"name": ""}, stale="seen_moves", is_long=True),
    Case("desk-league-evening", league_arguments, "change_league", "Saved.",
         {"shape": "swiss-night", "games": "4"}, wrong={"shape": "none"}),
    Case("desk-league-counts", league_arguments, "change_league", "Saved.",
         {"paid": "place"}, wrong={"counts": "best", "best": "9"}, stale="seen_moves", is_long=True),
    Case("desk-league-divisions", league_arguments, "set_divisions", "Saved.",
         {"names": "Red\nGreen"},
         wrong=[({"names": "Red\nred"}, "Two divisions have the same name."),
                ({"names": "x" * 41}, "A name can have at most 40 letters."),
                ({"names": "\n".join("abcdefghijklm")}, "There can be at most 12 divisions.")]),
    Case("desk-league-write", league_arguments, "send_notice", "The message is on its way.",
         lambda m: {"to": f"league-{m.league.pk}", "title": "Soup", "text": "At noon.", "sends": "", "places": ["page"]},
         wrong={"title": ""}, step={"step": "send"}, why=NEVER_REFUSED, stays="A sent message stays"),
    Case("desk-league-night-add", league_arguments, "add_night", "Added a night on Wednesday 23 December.",
         {"on": "2026-12-23", "at": "18:00"}, wrong={"on": "1066-10-14"}, stale="-"),
    Case("desk-league-night", night_arguments(2), "change_night", "The night on Tuesday 13 October is saved.",
         {"on": "2026-10-13"}, wrong={"on": "1066-10-14"}, stale="seen"),
    Case("desk-league-night-cancel", night_arguments(2), "cancel_night",
         "The night on Monday 12 October is cancelled.", {"reason": "flu"}, wrong={"reason": " "}),
    Case("desk-league-night-bring-back", night_arguments(3), "bring_back_night",
         "The night on Monday 19 October is restored."),
    Case("desk-league-night-skip", night_arguments(4), "skip_night",
         "The night on Monday 26 October is deleted."),
    Case("desk-league-rule", league_arguments, "change_calendar", "The calendar is changed.",
         {"every": "week", "nth": "1", "weekday": "1", "at": "20:00", "first": "2026-10-05",
          "last": "2026-11-03"}, stale="seen", wrong={"last": "2020-01-01"}),
    Case("desk-league-hosts", league_arguments, "set_hosts", "Saved.",
         lambda m: {f"host-{m.night(2).pk}": m.player("Bo Birch").pk},
         wrong=lambda m: {f"host-{m.night(2).pk}": "999"}, stale="seen"),
    Case("desk-league-hosts-fill", league_arguments, "set_hosts", "Saved.",
         lambda m: {"player": m.player("Bo Birch").pk}, wrong={"player": []}, page="desk-league-hosts"),
    Case("desk-league-night-event",
         lambda m: (m.league.slug, m.night(2).pk, m.night(1).events.get().pk),
         "attach_event", "Monday 1 is saved.", lambda m: {"night": m.night(4).pk},
         wrong={"night": 999},
         why="Select a valid choice."),
    Case("desk-league-enrol", league_arguments, "enrol_members", "Saved.",
         lambda m: {"player": m.player("Gus").pk}, wrong={"player": []}, stale="seen_moves"),
    Case("desk-league-enrolment", member_arguments("Bo Birch"), "end_enrolment", "Saved.",
         lambda m: {"last": m.night(2).pk}, wrong={"last": 999}),
    Case("desk-league-enrolment-remove", member_arguments("Anne Lee"), "remove_enrolments",
         "Anne Lee is no longer a member."),
    Case("league-join", lambda m: (m.league.pk, join_secret(m.league)), "join_by_link",
         "You’re now a member of Mondays.", by="ben"),
    Case("league-join", lambda m: (m.league.pk, join_secret(m.league)), "join_by_link",
         "You’re now a member of Mondays.", {"name": "Zoë Quick"}, by="stranger",
         wrong=[*each_of("name", "", "123"), {"called": "zoë quick", "under_18": "on"}], stays=SEVERAL),
    Case("desk-league-join-link", league_arguments, "revoke_join_link", "The join link no longer works.", {"revoke": "1"}),
    Case("desk-league-adjust", league_arguments, "adjust_points", "Saved.",
         lambda m: {"player": m.player("Bo Birch").pk, "points": "5", "reason": "boards"},
         wrong={"reason": " "}, stale="seen_moves"),
    Case("desk-league-adjustment-withdraw",
         lambda m: (m.league.slug, m.league.adjustments.get().pk),
         "withdraw_adjustment", "These points are removed."),
    Case("desk-league-apart",
         lambda m: (m.league.slug, m.player("Kate Smyth").pk, m.player("Kate Smith").pk),
         "tell_apart", "Kate Smyth and Kate Smith are kept as two people."),
    Case("desk-league-division", league_arguments, "move_to_division", "Saved.",
         lambda m: {"member": member_arguments("Bo Birch")(m)[1], "division": "Red"}, wrong={"member": []},
         stale="seen_moves", is_long=True),
    Case("desk-league-awards", league_arguments, "confirm_awards", "The awards are saved.",
         lambda m: {"title": "Best host", "player": m.player("Gus").pk},
         wrong={"title": "Best guest", "player": ""}),
    Case("desk-league-close", league_arguments, "close_league", "The season is closed.", stale="seen"),
    Case("desk-league-next", league_arguments, "open_league", "Mondays", {"begins": "other", "first": "2027-01-04"},
         wrong=[{"name": " "}, *each_of("first", "", "1066-10-14", "9999-12-01"), {"begins": "never"}], stale="seen", why=NEVER_REFUSED),
    Case("desk-league-finals", league_arguments, "make_finals", "is planned", {}, stale="seen",
         wrong=[*each_of("top", "1", "x"), *each_of("name", " ", "\x07"), {"on": "1066-10-14"}, {"shape": "no"}],
         step={"make": "1"}, stays="Its event goes to the bin"),
]
# fmt: on


# --- A night of it -------------------------------------------------------------------------

NAMES = ("Eve", "Flo", "Gus", "Hal", "Ivy")


@scene(made="2026-10-05T20:00-04:00", tick=False)
def evening(cast: Cast) -> Mondays:
    """Five are here for the first night; Cat and Ben may come."""
    mondays = Mondays.open(cast, *NAMES)
    set_boards(mondays, 2)
    League.objects.update(dues="night", price=500, currency="CAD")
    mondays.league.refresh_from_db()
    mark_here(mondays, 1, *NAMES)
    return mondays


@scene
def drawn_evening(evening: Mondays) -> Mondays:
    draw_night(by=evening.cast.who("ann"), night=evening.night(1))
    return evening


@scene
def running_evening(drawn_evening: Mondays) -> Mondays:
    start_night(by=drawn_evening.cast.who("ann"), night=drawn_evening.night(1))
    return drawn_evening


@scene
def played_evening(running_evening: Mondays) -> Mondays:
    for match in Match.objects.unfinished():
        win_match(match)
    return running_evening


@scene
def closed_season(mondays: Mondays) -> Mondays:
    close_league(by=mondays.cast.who("ann"), league=mondays.league)
    return mondays


def first_night_case(case_name: str, *rest: Any, **more: Any) -> Case:
    return Case(f"desk-{case_name}", night_arguments(1), *rest, **more)


# fmt: off
EVENING = [
    Case("own_night", lambda m: (m.night(1).pk,), "answer_night", "You’re in on", {"answer": "in"}, by="ben",
         wrong=[{"answer": "perhaps"}, ({"answer": "late", "from_round": "two"}, "as a number"),
                ({"answer": "late", "from_round": "1"}, "Choose “In”"),
                ({"answer": "late", "from_round": "9" * 400}, "that many games")],
            refused=cancel_first_night, why="cancelled"),
    Case("mail_act", lambda m: (SIGNER.sign(f"night.{m.night(1).pk}.{m.cast.ben_plays.pk}.in"),), "answer_night",
         "You’re in on", {"answer": "in"}, by="stranger", wrong={"answer": "perhaps"},
         refused=cancel_first_night, why="cancelled"),
    first_night_case("night-answer", "answer_night", "Ben Ito",
            lambda m: {"player": m.cast.ben_plays.pk, "answer": "in"}, wrong={"answer": 9}, fault="Choose",
            refused=cancel_first_night, why="cancelled"),
    first_night_case("tonight-here", "say_here", "", lambda m: {"here": m.cast.ben_plays.pk},
            refused=play_and_close),
    first_night_case("tonight-walk-up", "say_here", "Zoë Quick is here.",
            {"name": "Zoë Quick"}, wrong={"name": " "},
            refused=play_and_close),
    first_night_case("tonight-dues", "note_dues", "", lambda m: {"paid": m.player("Eve").pk}, why=NEVER_REFUSED),
    first_night_case("tonight-draw", "draw_night", "Game 1", {"boards": "2"}, wrong=each_of("boards", "no", "0", "100", "9" * 40),
            refused=cancel_first_night, why="cancelled"),
    first_night_case("tonight-places", "split_night", "", lambda m: {"place": "Hall", "there": m.player("Eve").pk},
            wrong={"place": " "},
            refused=play_and_close, why="The night is finished."),
    Case("desk-league-dues", league_arguments, "note_dues", "The dues are saved.", {"all": "1"}, why=NEVER_REFUSED),
]
DRAWN = [
    first_night_case("tonight-back", "take_night_back", ""),
    first_night_case("tonight-start", "start_night", ""),
]
RUNNING = [
    first_night_case("tonight-late", "enter_list", "Ben Ito plays from the next game.",
            lambda m: {"player": m.cast.ben_plays.pk}, stays=SEVERAL),
    first_night_case("tonight-leave", "withdraw_entry", "has left for the night", stays=SEVERAL,
            sends=lambda m: {"entry": Entry.objects.get(players__name="Eve").pk}),
    first_night_case("tonight-board", "change_event", "", {"board": "2"}, stays=SEVERAL),
]
def reopen_leagues(hall: Any) -> None:
    League.objects.update(closed_at=None)


FRESH = [
    Case("desk-night-spare", night_arguments(1), "call_spare", "A spare has been called.", page="desk-night-coming",
         refused=cancel_first_night, why="cancelled"),
]
SPARE_CALLED = [
    Case("desk-night-spare-off", night_arguments(1), "withdraw_call", "The call to Kim is cancelled.",
         lambda m: {"player": m.player("Kim").pk}, page="desk-night-coming", refused=play_and_close),
]
HELD = [
    first_night_case("tonight-call", "call_matches", "called to", page="desk-tonight", stays=CALLED_ONCE, why="No match can be called"),
]
CLOSED_SEASON = [
    Case("desk-league-reopen", league_arguments, "reopen_league", "The season is open again.", page="desk-league-end",
         refused=reopen_leagues, why="open"),
]
PLAYED = [
    first_night_case("tonight-end", "finish_event", ""),
]
# fmt: on


@scene(made="2026-10-01T12:00-04:00", tick=False)
def short_evening(cast: Cast) -> Mondays:
    """Five players are in, and a spare can be called."""
    five = Evening.open(cast)
    for name in NAMES:
        five.say(name)
    enrol_members(
        by=cast.who("ann"),
        league=five.mondays.league,
        players=[five.player("Kim")],
        kind=Enrolment.Kind.SPARE,
    )
    return five.mondays


@scene
def called_spare(short_evening: Mondays) -> Mondays:
    call_spare(by=short_evening.cast.who("ann"), night=short_evening.night(1))
    return short_evening


@scene
def held_evening(drawn_evening: Mondays) -> Mondays:
    """The night is on, and the first matches were put back."""
    start_night(by=drawn_evening.cast.who("ann"), night=drawn_evening.night(1))
    for match in Match.objects.filter(state=Match.State.CALLED):
        put_back(by=drawn_evening.cast.who("ann"), match=match)
    return drawn_evening


# --- Leagues of dated matches --------------------------------------------------------------


@dataclass(frozen=True)
class Dated:
    cast: Cast
    league: League

    def match(self, one: str, other: str) -> Match:
        return match_of(self.league, one, other)


@scene(made="2026-10-01T12:00-04:00", now="2026-10-06T12:00-04:00", tick=False)
def matches(cast: Cast) -> Dated:
    league = open_matches(cast, matches=MatchLeague(catch_up_every=2, totals=True))
    Player.objects.filter(name="Ben").update(user=cast.dan)
    return Dated(cast, league)


@scene(made="2026-10-01T12:00-04:00", tick=False)
def teams(cast: Cast) -> Dated:
    league = open_teams(cast)
    team = Entry.objects.get(event=league.event, name="Lake")
    offer_captain_link(by=cast.who("ann"), league=league, entry=team)
    return Dated(cast, league)


@scene(made="2026-10-01T12:00-04:00", now="2026-10-06T12:00-04:00", tick=False)
def ladder(cast: Cast) -> Dated:
    league = open_ladder(cast)
    Player.objects.filter(name="D").update(user=cast.dan)
    return Dated(cast, league)


@scene(made="2026-10-01T12:00-04:00", tick=False)
def boxes(cast: Cast) -> Dated:
    league = open_boxes(cast)
    play_period(league)
    return Dated(cast, league)


@scene
def corrected_match(matches: Dated) -> Dated:
    """A result was swapped, and the places with it."""
    match = matches.match("Ben", "Cat")
    for points in (BySeat(5, 3), BySeat(0, 8)):
        enter_result(match, None, Totals(points))
    return matches


@scene
def next_matches(matches: Dated) -> Dated:
    """All players of this season are in the next one."""
    then = open_then(matches.cast, matches.league)
    players = Player.objects.filter(entries__event=matches.league.event)
    say_season(matches.cast, then, players.values_list("name", flat=True))
    return Dated(matches.cast, then)


@scene(made="2026-10-05T19:00-04:00", tick=False)
def own_time(cast: Cast) -> Dated:
    """A, B, C and D are here on the first evening."""
    league = open_own_time(cast)
    for number in (1, 2):
        league.boards.add(Board.objects.get_or_create(club=cast.club, number=number)[0])
    Player.objects.filter(name="A").update(user=cast.dan)
    night = league.nights.in_order()[0]
    for player in Player.objects.filter(entries__event=league.event):
        Arrival.objects.create(night=night, player=player)
    return Dated(cast, league)


@scene
def own_game(own_time: Dated) -> Dated:
    """A and B are called to board 1."""
    a, b = (Entry.objects.named().get(pk=entry_arguments(name)(own_time)[1]) for name in "AB")
    board = own_time.league.boards.get(number=1)
    start_game(by=own_time.cast.who("ann"), league=own_time.league, entry=a, other=b, board=board)
    return own_time


@scene
def friendly_played(own_time: Dated) -> Dated:
    """A beat B at the free board."""
    a, b = (Player.objects.get(name=name) for name in "AB")
    play_friendly(own_time.cast, a, b)
    return own_time


@scene
def friendly_asked(friendly_played: Dated) -> Dated:
    """B has asked that it counts in the league."""
    ask_league(the_friendly(), friendly_played.league, Player.objects.get(name="B"))
    return friendly_played


def match_act(act: str, verb: str, message: str, sends: Any = None, **more: Any) -> Case:
    return Case(
        "desk-league-match-act",
        lambda d: (d.league.slug, d.match("Ben", "Cat").number, act),
        verb,
        message,
        sends or {},
        page="desk-league-match",
        **more,
    )


def entry_arguments(name: str, *more: str) -> Callable[[Any], tuple[Any, ...]]:
    return lambda hall: (
        hall.league.slug,
        *(
            Entry.objects.filter(event=hall.league.event)
            .filter(Q(players__name=each) | Q(name=each))
            .distinct()
            .get()
            .pk
            for each in (name, *more)
        ),
    )


# fmt: off
MATCHES = [
    match_act("day", "fix_date", "The day is set.", {"on": "2026-10-08"}, wrong={"on": "soon"}),
    match_act("put-off", "put_off_match", "The match is postponed.",
              {"until": "2026-10-19", "reason": "ill"}, wrong={"until": "soon"}),
    match_act("week", "move_matches", "The match is moved.",
              lambda d: {"week": d.league.nights.in_order()[3].pk}, wrong={"week": 999}),
    match_act("give", "forfeit_match", "The decision is saved.", {"winner": "0"}),
    match_act("void", "void_match", "The match is void."),
    match_act("totals", "enter_totals", "The result is saved.", {"picked": "5-3", "mine": "5", "theirs": "3"},
              wrong={"picked": "", "mine": "", "theirs": ""}, why=CLOSED),
    match_act("substitute", "sit_in", "The substitute is saved.",
              lambda d: {"leaves": player_named(d.cast, "Ben").pk, "comes": d.cast.ben_plays.pk,
                         "span": "match"}, wrong={"comes": 999}),
    Case("desk-league-matches", league_arguments, "move_matches", "1 match moved to the week of",
         lambda d: {"match": d.match("Ben", "Cat").pk, "week": d.league.nights.in_order()[3].pk,
                    "anyway": "1"}, wrong={"match": []}),
    Case("desk-league-match-rules", league_arguments, "change_match_rules", "Saved.",
         {"days_late": "9"}, wrong=[{"days_late": "many"}, {"most_put_off": "99"}, {"confirm_hours": "x"}], stale="seen", why=CLOSED),
    Case("desk-league-leave", entry_arguments("Ben"), "leave_league", "Ben has left the league.",
         {"way": "annul"}, step={"shown": "annul"}, wrong={"way": "so"}, stale="seen"),
    Case("desk-league-venue", entry_arguments("Ben"), "set_venue", "The home venue is saved.",
         {"venue": "Barn"}, wrong={"venue": "B" * 500}),
]
def own_act(act: str, verb: str, message: str, sends: Any = None, **more: Any) -> Case:
    return Case("own_match_act", lambda d: (d.match("Ben", "Cat").pk, act), verb, message, sends or {},
                page="own_match", by="dan", **more)


MATCHES += [
    own_act("offer", "offer_date", "You’ve proposed a day.", {"on": "2026-10-08"},
            wrong=[({"on": ""}, "Choose a day."),                    ({"at": "8 pm"}, "Enter the time as")]),
    own_act("put-off", "put_off_match", "The match is postponed.", {"until": "2026-10-19", "reason": "ill"},
            wrong=[({"until": "2026-10-11"}, "Choose a later day"), ({"reason": " "}, "Give a reason"),
                   ({"until": "soon"}, "Enter the day as"), ({"until": "0001-01-01"}, "too far away")]),
    Case("own_totals", lambda d: (d.match("Ben", "Cat").pk,), "enter_totals", "Your result is saved.",
         {"picked": "5-3", "mine": "5", "theirs": "3"}, wrong={"picked": "", "mine": "", "theirs": ""},
         page="own_match", by="dan", why=CLOSED),
]


def line_up(hall: Dated) -> dict[str, Any]:
    match = meeting_of(hall.league, "Lake", "Park")
    return {"meeting": match.pk, f"m{match.pk}-place-0-0": player_entry_key(hall.league, "Gil"),
            f"m{match.pk}-place-1-0": "0"}


def captains_link(hall: Dated) -> tuple[Any, ...]:
    link = CaptainLink.objects.get()
    return link.pk, captain_secret(link)


TEAMS = [
    Case("desk-league-captain", entry_arguments("Park"), "offer_captain_link",
         "The captain’s link is ready.", why=CLOSED),
    Case("desk-league-captain", entry_arguments("Lake"), "revoke_captain_link", "That link no longer works.",
         {"revoke": "1"}, why=CLOSED),
    Case("captain", captains_link, "name_line_up", "", line_up, by="stranger"),
    Case("desk-league-squad-join", entry_arguments("Lake"), "join_squad", "Ben Ito plays for Lake.",
         lambda d: {"name": "Ben Ito"},
         wrong=[{"name": ""}, ({"name": "Gil"}, "Gil already plays for Lake"), ({"name": "Gill"}, "looks like Gil")]),
    Case("desk-league-squad-leave", entry_arguments("Lake", "Gil"), "leave_squad", "Gil left."),
    Case("desk-league-team", entry_arguments("Lake"), "name_line_up", "", line_up),
]
LADDER = [
    Case("desk-league-challenge", league_arguments, "challenge", "has challenged",
         lambda d: {"entry": entry_arguments("D")(d)[1], "other": entry_arguments("B")(d)[1]},
         wrong=lambda d: [{"entry": "9" * 20}, ({"entry": entry_arguments("B")(d)[1], "other": entry_arguments("D")(d)[1]}, "someone above you")]),
]
LADDER += [
    Case("own_challenge", league_arguments, "challenge", "", lambda d: {"entry": entry_arguments("B")(d)[1]}, page="me", by="dan"),
]
BOXES = [
    Case("desk-league-period", league_arguments, "open_period", "Period 2 has started.", {"begin": "1"},
         stale="seen", is_long=True),
]
# fmt: on


def first_evening(hall: Dated) -> tuple[Any, ...]:
    return hall.league.slug, hall.league.nights.in_order()[0].pk


def the_friendly() -> Match:
    return Match.objects.get(event__kind__in=FRIENDLIES)


def rate_it(hall: Dated) -> None:
    rate_friendly(by=hall.cast.who("ann"), friendly=the_friendly())


# fmt: off
CORRECTED = [
    Case("desk-league-seen", lambda d: (d.league.slug, Action.objects.filter(verb="enter_totals").latest("pk").pk),
         "see_correction", "Marked as seen.", page="desk-league"),
]
NEXT = [
    Case("desk-league-intake", league_arguments, "begin_season", "The season has started.", {"begin": "1"}, why=NEVER_REFUSED),
    Case("own_season", league_arguments, "answer_season", "You’re not playing in", {"answer": "out"}, page="me", by="dan", why=NEVER_REFUSED),
]
OWN_TIME = [
    Case("desk-tonight-game", first_evening, "arrange_match", "are called to board 1.",
         lambda d: {"entry": entry_arguments("A")(d)[1], "other": entry_arguments("B")(d)[1], "board": "1"},
         wrong=[*each_of("entry", "", "x", 999), {"board": "9"}], page="desk-tonight", stays=SEVERAL),
    Case("own_arrange", league_arguments, "arrange_match", "", lambda d: {"entry": entry_arguments("B")(d)[1]}, page="me", by="dan"),
]
OWN_GAME = [
    Case("desk-tonight-game-back", lambda d: (*first_evening(d), d.match("A", "B").number), "put_back", "",
         page="desk-tonight", why=NEVER_REFUSED),
]
FRIENDLY = [
    Case("desk_match_rate", lambda d: (the_friendly().event.slug, the_friendly().number), "rate_friendly",
         "It counts for statistics and ratings.", page="desk_match", stays=STAYS_OPEN,
         refused=rate_it, why="A friendly can count only"),
    Case("own_count", lambda d: (the_friendly().pk, "ask"), "ask_to_count", "", lambda d: {"league": d.league.slug},
         page="me", by="dan", why="Something has changed"),
]
FRIENDLY_ASKED = [
    Case("own_count", lambda d: (the_friendly().pk, "agree"), "answer_count", "", page="me", by="dan", stays=SEVERAL, why="can’t count in Any day"),
]
# fmt: on

CASES = {
    "short_evening": FRESH,
    "called_spare": SPARE_CALLED,
    "held_evening": HELD,
    "corrected_match": CORRECTED,
    "next_matches": NEXT,
    "own_time": OWN_TIME,
    "own_game": OWN_GAME,
    "friendly_played": FRIENDLY,
    "friendly_asked": FRIENDLY_ASKED,
    "mondays": NIGHTS,
    "evening": EVENING,
    "drawn_evening": DRAWN,
    "running_evening": RUNNING,
    "played_evening": PLAYED,
    "closed_season": CLOSED_SEASON,
    "matches": MATCHES,
    "teams": TEAMS,
    "ladder": LADDER,
    "boxes": BOXES,
}
WHY = {
    **dict.fromkeys(("matches", "teams", "ladder", "own_time"), NOT_RUNNING),
    "running_evening": "finished",
}
