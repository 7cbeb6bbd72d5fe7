"""Case 27: a substitute plays for a player in some rounds of a night."""

from dataclasses import replace

from leagues.models import Event, Match, SidePlayer
from scoring.season import NIGHTS, EveryScore, Scheme
from scoring.season.tables import Listed
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

NAMES = ("Eve", "Flo")


def play_with_substitute(mondays: Mondays) -> Event:
    """Eve beats Flo 8–2 four times; Zed sits in for Eve in the last two."""
    event = mondays.play(1, *[("Eve", "Flo", 8, 2)] * 4)
    Event.objects.filter(pk=event.pk).update(sides=Event.Sides.SINGLES)
    for match in Match.objects.filter(event=event):
        for side in match.sides.all():
            player = side.entries.get().players.get()
            SidePlayer.objects.get_or_create(side=side, match=match, player=player)
    last = Match.objects.filter(event=event).order_by("-pk")[:2]
    sat = SidePlayer.objects.filter(match__in=[m.pk for m in last], player__name="Eve")
    sat.update(player=mondays.player("Zed"))
    event.touch()
    return event


@scene
def mondays(cast: Cast) -> Mondays:
    scheme = replace(NIGHTS, counting=EveryScore())
    return Mondays.open(cast, *NAMES, "Zed", scheme=scheme)


def test_points_earned_are_theirs_who_sat_there(mondays: Mondays) -> None:
    play_with_substitute(mondays)

    assert mondays.totals() == {"Eve": 16, "Zed": 16, "Flo": 8}


def test_twenties_too(mondays: Mondays) -> None:
    event = play_with_substitute(mondays)
    for side in SidePlayer.objects.filter(match__event=event).select_related("side"):
        side.side.twenties = 3
        side.side.save()
    event.touch()

    [night, *_later] = mondays.season().season_nights
    made = {f.players[0]: f.twenties for f in night.events[0].finishes}

    assert made[mondays.player("Zed").pk] == made[mondays.player("Eve").pk] == 6


def test_a_guest_who_sits_in_is_paid_nothing(cast: Cast) -> None:
    mondays = Mondays.open(cast, *NAMES, scheme=replace(NIGHTS, counting=EveryScore()))
    play_with_substitute(mondays)

    assert mondays.totals() == {"Eve": 16, "Flo": 8}


def test_a_place_stays_with_whose_entry_it_is(cast: Cast) -> None:
    """The point for attending also stays with the player whose entry it is."""
    scheme = Scheme(Listed((5, 3, 1)), attendance=1)
    mondays = Mondays.open(cast, *NAMES, "Zed", scheme=scheme)
    play_with_substitute(mondays)

    assert mondays.totals() == {"Eve": 6, "Flo": 4, "Zed": 0}


def test_a_member_who_did_not_play_gets_nothing(mondays: Mondays) -> None:
    mondays.play(1, ("Eve", "Flo", 8, 2))

    assert mondays.totals() == {"Eve": 8, "Flo": 2, "Zed": 0}
