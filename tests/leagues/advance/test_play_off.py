"""A place that a correction leaves open: two play for it, or the seats are given anew."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from leagues.actions.advance.moving_up import move_up_for
from leagues.actions.advance.play_off import play_off
from leagues.actions.advance.refill import fill_anew
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.draw.opening import open_stage
from leagues.actions.log.undo import says, undo
from leagues.actions.play.endings import annul_match, give_walkover
from leagues.actions.refusal import Refused
from leagues.actions.results.consequences import correct_and
from leagues.actions.results.correct import Then
from leagues.models import Action, Entry, Match, PairingRound, PoolEntry, Stage
from leagues.reads import tables
from leagues.reads.advance.bracket_play import sitting
from leagues.reads.advance.finals import finals
from leagues.reads.advance.order import before
from leagues.reads.draw.history import rounds_of
from leagues.reads.events.sheets import match_format_of
from leagues.reads.play.card import card_mark
from leagues.reads.results.corrections import retype
from leagues.reads.results.what_if import what_follows
from leagues.stages.sources import Bands, Source, Top
from leagues.stages.ways import Knockout, PairingWay, RoundRobin
from scoring.sides import BySeat, Seat
from tests.cast import Cast
from tests.leagues.advance.ties import ties_before
from tests.leagues.days.hall import NOON, Hall

WON, LOST, TIED = [2, 0], [0, 2], [1, 1]


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return Hall.open(cast.club, cast.who("ann"), entries=4)


def played(
    hall: Hall, takes: Source | None = None, way: PairingWay | None = None
) -> tuple[Stage, Stage]:
    """A round robin the better seed won everywhere, and the best two in a final."""
    morning = hall.stage("Morning", RoundRobin())
    final = hall.stage("Final", way or Knockout(), takes or Top(2))
    draw_rounds(by=hall.by, stage=morning)
    publish_rounds(by=hall.by, stage=morning)
    hall.play(morning, hall.better_seed)
    return morning, final


def between(hall: Hall, one: int, other: int) -> Match:
    """The morning's match of these two, by seed."""
    return (
        Match.objects.filter(pairing_round__stage__number=1)
        .filter(sides__entries=hall.entries[one - 1])
        .get(sides__entries=hall.entries[other - 1])
    )


def for_seed(
    hall: Hall, match: Match, seed: int, *rounds: list[int]
) -> list[list[int]]:
    """These rounds as the card has them, where they are written for one of the two."""
    seat = sitting(Match.objects.with_sides().get(pk=match.pk)).index(
        hall.entries[seed - 1]
    )
    return [points if seat == 0 else points[::-1] for points in rounds]


def correct(hall: Hall, match: Match, rounds: list[list[int]], then: Then) -> None:
    correct_and(
        by=hall.by,
        match=match,
        then=then,
        key=uuid4(),
        claims=[{"points": points} for points in rounds],
        seen=card_mark(match),
        reason="the card was read upside down",
        made_at=NOON,
    )


def upset(hall: Hall, then: Then, *, rounds: list[list[int]] | None = None) -> None:
    """Seed 3 has beaten seed 2, and so belongs in the final instead."""
    match = between(hall, 2, 3)
    correct(hall, match, for_seed(hall, match, 3, *(rounds or [WON] * 4)), then)


def seated(stage: Stage) -> list[int]:
    places = PoolEntry.objects.filter(stage=stage).order_by("pool__number", "seed")
    return list(places.values_list("entry", flat=True))


def the_play_off() -> Match:
    return Match.objects.with_sides().get(pairing_round__is_play_off=True)


def last(verb: str) -> Action:
    line: Action = Action.objects.filter(verb=verb).latest("pk")
    return line


# --- Playing off ------------------------------------------------------------------------


def test_two_who_contest_a_seat_play_for_it(hall: Hall) -> None:
    _, final = played(hall)
    open_stage(by=hall.by, stage=final)
    one, two, three, _ = hall.entries

    upset(hall, Then.PLAY_OFF)

    match = the_play_off()
    assert sitting(match) == (three, two)
    assert match.first == 1, "who stands better has the last shot"
    assert match.pairing_round.state == PairingRound.State.PUBLISHED
    assert seated(final) == [one, two], "nobody has lost their seat yet"


def test_who_wins_the_play_off_goes_on(hall: Hall) -> None:
    _, final = played(hall)
    open_stage(by=hall.by, stage=final)
    one, _two, three, _ = hall.entries
    upset(hall, Then.PLAY_OFF)

    hall.win(the_play_off(), 0)
    fill_anew(by=hall.by, stage=final)
    assert seated(final) == [one, three]


def test_who_keeps_the_seat_in_the_play_off_stays(hall: Hall) -> None:
    _, final = played(hall)
    open_stage(by=hall.by, stage=final)
    one, two, _three, _ = hall.entries
    upset(hall, Then.PLAY_OFF)

    hall.win(the_play_off(), 1)

    assert before(final).order[:2] == (one, two)
    with pytest.raises(Refused, match="already"):
        fill_anew(by=hall.by, stage=final)


def test_the_play_off_counts_in_no_table(hall: Hall) -> None:
    morning, final = played(hall)
    open_stage(by=hall.by, stage=final)
    upset(hall, Then.PLAY_OFF)
    as_it_was = [(line.entry.pk, line.row.points) for line in tables(morning)[0].lines]
    drawn = len(rounds_of(hall.event))

    hall.win(the_play_off(), 1)

    table = tables(morning)[0]
    assert [(line.entry.pk, line.row.points) for line in table.lines] == as_it_was
    assert table.is_final
    assert len(rounds_of(hall.event)) == drawn


def test_level_at_the_line_after_a_correction_is_played_off(hall: Hall) -> None:
    morning, final = played(hall)
    _one, two, three, _ = hall.entries
    match = between(hall, 2, 3)
    # 3 loses to 1 and wins against 4; four tied rounds bring 2 and 3 level.
    correct(hall, match, [TIED] * 4, Then.PLAY_OFF)
    assert [tie.entries for tie in ties_before(final)] == [(two, three)]

    decided = the_play_off()
    hall.win(decided, sitting(decided).index(three))

    assert ties_before(final) == ()
    assert before(final).order[1] == three
    [why] = [
        line.because for line in tables(morning)[0].lines if line.entry.pk == three
    ]
    assert f"match {decided.number}" in why


def test_a_stage_waits_for_the_play_off(hall: Hall) -> None:
    _, final = played(hall)
    correct(hall, between(hall, 2, 3), [TIED] * 4, Then.PLAY_OFF)

    with pytest.raises(Refused, match="1 match of Morning is not finished"):
        open_stage(by=hall.by, stage=final)


@pytest.mark.parametrize("entries", [(0, 0), (0, 9), (0, 1, 2)])
def test_only_two_of_one_table_play_off(hall: Hall, entries: tuple[int, ...]) -> None:
    morning, _ = played(hall)
    chosen = [(*hall.entries, *[0] * 9)[at] for at in entries]

    with pytest.raises(Refused, match="Two who stand in the table"):
        play_off(by=hall.by, stage=morning, entries=chosen)


def test_nobody_plays_off_twice_at_once(hall: Hall) -> None:
    morning, _ = played(hall)
    _, two, three, _ = hall.entries
    play_off(by=hall.by, stage=morning, entries=[two, three])

    with pytest.raises(Refused, match="to be played first"):
        play_off(by=hall.by, stage=morning, entries=[two, three])


def test_nobody_plays_off_where_nobody_contests_a_place(hall: Hall) -> None:
    _, final = played(hall)
    open_stage(by=hall.by, stage=final)
    match = between(hall, 1, 4)
    stood = card_mark(match)

    with pytest.raises(Refused, match="contest a place"):
        correct(
            hall, match, for_seed(hall, match, 1, WON, WON, WON, TIED), Then.PLAY_OFF
        )

    assert card_mark(Match.objects.get(pk=match.pk)) == stood


def test_a_play_off_nobody_began_is_undone(hall: Hall) -> None:
    morning, _ = played(hall)
    _, two, three, _ = hall.entries
    play_off(by=hall.by, stage=morning, entries=[two, three])

    assert "Player 2 & Player 3 do not play off" in says(last("play_off"))
    undo(by=hall.by, action=last("play_off"))

    assert not PairingRound.objects.filter(is_play_off=True).exists()


def test_a_play_off_that_was_played_stays(hall: Hall) -> None:
    morning, _ = played(hall)
    play_off(by=hall.by, stage=morning, entries=hall.entries[1:3])
    hall.win(the_play_off(), 0)

    with pytest.raises(Refused, match="annul it instead"):
        undo(by=hall.by, action=last("play_off"))


# --- Seats given anew ---------------------------------------------------------------------


def test_the_seats_of_a_stage_nobody_has_begun_follow_the_correction(
    hall: Hall,
) -> None:
    _, final = played(hall)
    publish_rounds(by=hall.by, stage=final)
    one, two, three, _ = hall.entries

    upset(hall, Then.PAIR_AGAIN)

    assert seated(final) == [one, three]
    match = Match.objects.with_sides().get(pairing_round__stage=final)
    assert set(sitting(match)) == {one, three}

    assert "Player 2 instead of Player 3." in says(last("fill_anew"))
    undo(by=hall.by, action=last("fill_anew"))
    assert seated(final) == [one, two]
    match = Match.objects.with_sides().get(pairing_round__stage=final)
    assert set(sitting(match)) == {one, two}


def test_pools_that_were_drawn_are_drawn_again(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, pools = played(hall, Bands(2), RoundRobin())
    draw_rounds(by=hall.by, stage=pools)
    publish_rounds(by=hall.by, stage=pools)
    match = between(hall, 3, 4)

    correct(hall, match, for_seed(hall, match, 4, *[WON] * 4), Then.PAIR_AGAIN)

    three, four = hall.entries[2:4]
    assert four in seated(pools)[:3]
    assert three in seated(pools)[3:]
    published = pools.pairing_rounds.filter(state="published")
    assert published.count() == 3
    assert "drawn anew" in says(last("fill_anew"))
    undo(by=hall.by, action=last("fill_anew"))
    assert three in seated(pools)[:3]
    assert pools.pairing_rounds.filter(state="published").count() == 3


def test_drafts_stay_drafts(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, pools = played(hall, Bands(2), RoundRobin())
    draw_rounds(by=hall.by, stage=pools)
    match = between(hall, 3, 4)

    correct(hall, match, for_seed(hall, match, 4, *[WON] * 4), Then.PAIR_AGAIN)

    states = set(pools.pairing_rounds.values_list("state", flat=True))
    assert states == {"draft"}


def test_whoever_plays_already_keeps_their_seat(hall: Hall) -> None:
    _, final = played(hall)
    publish_rounds(by=hall.by, stage=final)
    one, two, _, _ = hall.entries
    hall.win(Match.objects.get(slot="F"), 0)
    match = between(hall, 2, 3)
    claims = [{"points": points} for points in for_seed(hall, match, 3, *[WON] * 4)]
    at = retype(match_format_of(match.pairing_round.stage), [], claims, match.first)
    foretold = what_follows(match, at.card)

    assert foretold.too_late_for == ("Final",)
    assert foretold.play_off is None
    upset(hall, Then.PAIR_AGAIN)
    assert seated(final) == [one, two]
    with pytest.raises(Refused, match="Final has been begun"):
        fill_anew(by=hall.by, stage=final)


def test_seats_that_are_right_are_not_given_anew(hall: Hall) -> None:
    _, final = played(hall)
    with pytest.raises(Refused, match="not open"):
        fill_anew(by=hall.by, stage=final)
    open_stage(by=hall.by, stage=final)
    with pytest.raises(Refused, match="already"):
        fill_anew(by=hall.by, stage=final)


def test_seats_are_not_given_back_once_somebody_plays(hall: Hall) -> None:
    _, final = played(hall)
    publish_rounds(by=hall.by, stage=final)
    upset(hall, Then.PAIR_AGAIN)
    hall.win(Match.objects.get(slot="F"), 0)

    with pytest.raises(Refused, match="has been begun"):
        undo(by=hall.by, action=last("fill_anew"))


# --- Moved up, and back -------------------------------------------------------------------


def test_whoever_moved_up_goes_back_where_nobody_has_begun(hall: Hall) -> None:
    _, final = played(hall)
    publish_rounds(by=hall.by, stage=final)
    one, two, three, _ = hall.entries
    move_up_for(by=hall.by, stage=final, absent=Entry.objects.get(pk=one))
    assert seated(final) == [two, three]

    assert "Player 1 has the place in Final again" in says(last("move_up"))
    undo(by=hall.by, action=last("move_up"))

    assert seated(final) == [one, two]
    assert Entry.objects.get(pk=one).state == Entry.State.ACTIVE
    match = Match.objects.with_sides().get(pairing_round__stage=final)
    assert set(sitting(match)) == {one, two}


def test_a_walkover_comes_back_with_whoever_was_absent(cast: Cast) -> None:
    hall = Hall.open(cast.club, cast.who("ann"), entries=6)
    _, final = played(hall, Top(4))
    one, _two, _three, four, _five, _ = hall.entries
    publish_rounds(by=hall.by, stage=final)
    hall.win(Match.objects.get(slot="SF2"), 0)
    given = Match.objects.get(slot="SF1")
    give_walkover(by=hall.by, match=given, winner=Seat.A, points=BySeat(8, 0))
    move_up_for(by=hall.by, stage=final, absent=Entry.objects.get(pk=four))

    assert f"Match {given.number} is lost without play again" in says(last("move_up"))
    undo(by=hall.by, action=last("move_up"))

    again = Match.objects.with_sides().get(slot="SF1")
    assert (again.state, again.ending, again.winner) == ("finished", "walkover", 0)
    assert sitting(again) == (one, four)
    assert [side.points for side in again.sides.all()] == [8, 0]
    assert one in sitting(Match.objects.with_sides().get(slot="F"))


def test_whoever_plays_already_is_not_sent_back(hall: Hall) -> None:
    _, final = played(hall)
    publish_rounds(by=hall.by, stage=final)
    one = hall.entries[0]
    move_up_for(by=hall.by, stage=final, absent=Entry.objects.get(pk=one))
    hall.win(Match.objects.get(slot="F"), 0)

    with pytest.raises(Refused, match="Player 3 has begun to play there"):
        undo(by=hall.by, action=last("move_up"))


# --- The page -----------------------------------------------------------------------------


def test_the_page_offers_what_can_be_done(hall: Hall, ann: Client) -> None:
    _, final = played(hall)
    open_stage(by=hall.by, stage=final)
    match = between(hall, 2, 3)
    lines = [f"{a}-{b}" for a, b in for_seed(hall, match, 3, *[WON] * 4)]
    form = {f"round_{n}": line for n, line in enumerate(lines, 1)}
    form |= {"key": str(uuid4()), "seen": card_mark(match), "reason": "upside down"}
    address = f"/desk/events/{hall.event.slug}/matches/{match.number}/correct/"

    shown = ann.post(address, form | {"step": "look"}).content.decode()
    assert "Player 3 would be in Final, whose seats are given away." in shown
    assert "Give the seats of Final anew" in shown
    assert "let Player 3 and Player 2 play for the place" in shown

    saved = ann.post(address, form | {"step": "save", "then": "play_off"})
    assert saved.status_code == 302
    assert the_play_off().number
    log = ann.get(f"/desk/events/{hall.event.slug}/log/").content.decode()
    assert "Set up a play-off, match 7: Player 3, Player 2." in log


def test_a_tie_at_the_line_is_played_off_from_the_page(hall: Hall, ann: Client) -> None:
    played(hall)
    _, two, three, _ = hall.entries
    correct(hall, between(hall, 2, 3), [TIED] * 4, Then.KEEP)
    address = f"/desk/events/{hall.event.slug}/advance/"
    assert "Let them play off" in ann.get(address).content.decode()

    form = {"tie": f"{two}-{three}", "way": "play-off"}
    done = ann.post(f"{address}1/settle/", form, follow=True)
    assert "The play-off is set up" in done.content.decode()
    assert the_play_off().number
    again = ann.post(f"{address}1/settle/", form)
    assert again.status_code == 422
    assert "to be played first" in again.content.decode()


def test_the_page_says_whose_seat_it_should_be(hall: Hall, ann: Client) -> None:
    _, final = played(hall)
    publish_rounds(by=hall.by, stage=final)
    upset(hall, Then.KEEP)
    address = f"/desk/events/{hall.event.slug}/advance/"

    shown = ann.get(address).content.decode()
    assert "Final is for Player 3, not for Player 2." in shown
    done = ann.post(f"{address}2/seats/", follow=True).content.decode()
    assert "The seats of Final are given anew." in done
    assert "is for Player 3" not in done
    assert ann.post(f"{address}2/seats/").status_code == 422


def test_the_page_says_nothing_of_seats_once_somebody_plays(
    hall: Hall, ann: Client
) -> None:
    _, final = played(hall)
    publish_rounds(by=hall.by, stage=final)
    upset(hall, Then.KEEP)
    hall.win(Match.objects.get(slot="F"), 0)

    shown = ann.get(f"/desk/events/{hall.event.slug}/advance/").content.decode()
    assert "is for Player 3" not in shown


def test_the_page_says_how_the_play_off_stands(hall: Hall, ann: Client) -> None:
    morning, _ = played(hall)
    address = f"/desk/events/{hall.event.slug}/advance/"
    play_off(by=hall.by, stage=morning, entries=hall.entries[1:3])

    assert "Play-off, Player 2 – Player 3: to be played." in words(ann, address)
    hall.win(the_play_off(), 1)
    assert "Play-off, Player 2 – Player 3: Player 3 has won." in words(ann, address)
    undo(by=hall.by, action=last("enter_card"))
    annul_match(by=hall.by, match=the_play_off())
    assert "nobody has won, so it decides nothing." in words(ann, address)


def test_the_first_place_of_a_league_is_played_off(hall: Hall, ann: Client) -> None:
    league = hall.stage("League", RoundRobin())
    draw_rounds(by=hall.by, stage=league)
    publish_rounds(by=hall.by, stage=league)
    hall.play(league, hall.better_seed)
    one, two, _, _ = hall.entries
    correct(hall, between(hall, 1, 2), [TIED] * 4, Then.KEEP)
    address = f"/desk/events/{hall.event.slug}/advance/"
    ann.post(f"{address}1/settle/", {"tie": f"{one}-{two}", "way": "play-off"})
    assert "Play-off, Player 1 – Player 2: to be played." in words(ann, address)

    hall.win(the_play_off(), 1)

    assert "Play-off, Player 1 – Player 2: Player 2 has won." in words(ann, address)
    places = [(each.place, each.entry.pk) for each in finals(hall.event).places]
    assert places[:2] == [(1, two), (2, one)]


def words(browser: Client, address: str) -> str:
    """The page without its tags, each space once."""
    text = re.sub(r"<[^>]+>", " ", browser.get(address).content.decode())
    return " ".join(text.split())
