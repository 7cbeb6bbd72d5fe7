"""People come into an event, check in, are paired and seeded, pause and leave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from leagues.actions import entries as actions
from leagues.actions import line_ups
from leagues.actions.entries import AlreadyIn, EventOver, HasPlayed, NewEntry
from leagues.actions.meanwhile import ChangedMeanwhile, print_of
from leagues.actions.presence import Unplayed, change_presence
from leagues.actions.seeding import seeds_of, set_seeds
from leagues.bridge.effects import Act, acts_for, effects, facts_of, state_of
from leagues.bridge.ratings import ratings_of
from leagues.models import (
    Action,
    Alias,
    Board,
    Entry,
    EntryPlayer,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Player,
    Pool,
    PoolEntry,
    Season,
    SideEntry,
    SidePlayer,
    Stage,
    Team,
)
from leagues.names import guess_family_name
from tests.cast import Cast

State = Entry.State


@pytest.fixture
def event(cast: Cast) -> Event:
    return make_event(cast)


def make_event(cast: Cast, sides: str = "singles") -> Event:
    return Event.objects.create(
        club=cast.club,
        name="Westport Open",
        slug="open",
        sides=sides,
        starts_at=timezone.now() + timedelta(days=1),
        zone="America/Toronto",
    )


@pytest.fixture
def ann(cast: Cast) -> Client:
    return cast.browser_of("ann")


AT = "/desk/events/open/people/"


def enter(
    cast: Cast, event: Event, *names: str, state: State = State.ACTIVE
) -> list[Entry]:
    """Enter people whom the club has not met before, "Ann & Ben" as a pair."""
    return actions.enter_list(
        by=cast.who("ann"),
        event=event,
        entries=[
            NewEntry(
                tuple(
                    Player(club=cast.club, name=n, family_name=guess_family_name(n))
                    for n in name.split(" & ")
                ),
                state=state,
            )
            for name in names
        ],
        how="list",
    )


def names_in(event: Event) -> list[str]:
    return [
        " & ".join(person.name for person in entry.people)
        for entry in event.entries.named().in_order()
    ]


def last() -> Action:
    action = Action.objects.last()
    assert action is not None
    return action


def text_of(page: Any) -> str:
    return " ".join(page.content.decode().split())


# --- A list -------------------------------------------------------------------------------


def read(ann: Client, text: str) -> Any:
    return ann.post(f"{AT}list/", {"text": text})


def say_yes(ann: Client, page: Any, **changes: str) -> Any:
    """Press the button under a preview, with what stood in it."""
    context = page.context
    said = {"text": context["text"], "seen": context["seen"], "enter": "1"}
    for at, proposal in enumerate(context["proposals"]):
        if proposal.is_wanted:
            said[f"enter-{at}"] = "on"
        for n, person in enumerate(proposal.people):
            said[f"who-{at}-{n}"] = person.choice
    return ann.post(f"{AT}list/", {**said, **changes})


def test_a_list_is_read_before_anybody_is_entered(event: Event, ann: Client) -> None:
    page = read(ann, "1. Ben Ito\n2. Zoë Brand\n")

    assert page.status_code == 200
    assert names_in(event) == []
    assert "Nobody is entered yet" in text_of(page)


def test_yes_enters_them_in_their_order(cast: Cast, event: Event, ann: Client) -> None:
    say_yes(ann, read(ann, "Brand, Zoë\nBen Ito\nGus (guest)"))

    assert names_in(event) == ["Zoë Brand", "Ben Ito", "Gus"]
    assert EntryPlayer.objects.get(player=cast.ben_plays).event == event
    zoe = Player.objects.get(name="Zoë Brand")
    assert (zoe.family_name, zoe.is_guest) == ("Brand", False)
    assert Player.objects.get(name="Gus").is_guest
    assert last().verb == "enter_list"
    assert [e["names"] for e in last().said["entries"]][2] == ["Gus"]


def test_a_file_does_as_well(event: Event, ann: Client) -> None:
    file = SimpleUploadedFile(
        "list.csv", "Name;Club\nZoë Brand;Guelph\nBen Ito;Guelph\n".encode("cp1252")
    )
    say_yes(ann, ann.post(f"{AT}list/", {"file": file}))

    assert names_in(event) == ["Zoë Brand", "Ben Ito"]
    assert {entry.team for entry in event.entries.all()} == {Team.objects.get()}


def test_somebody_is_known_by_another_name(
    cast: Cast, event: Event, ann: Client
) -> None:
    Alias.objects.create(player=cast.ben_plays, name="Benji")
    say_yes(ann, read(ann, "BENJI"))

    assert names_in(event) == ["Ben Ito"]


@pytest.mark.parametrize(
    ("list_", "doubt"),
    [
        ("Ben Ito\nITO, Ben", "Stands on line 1 too"),
        ("Ben Itto", "Looks like somebody the club knows"),
        ("Ben I.", "Looks like somebody the club knows"),
        ("Cat van der Berg", "In already"),
        ("12345", "No name was found"),
        ("A" + "a" * 200, "Too long"),
    ],
)
def test_what_is_doubtful_is_said(
    cast: Cast, event: Event, ann: Client, list_: str, doubt: str
) -> None:
    cat = NewEntry((cast.cat_plays,))
    actions.enter_list(by=cast.who("ann"), event=event, entries=[cat], how="picked")

    assert doubt in text_of(read(ann, list_))


def test_of_two_with_one_name_the_desk_chooses(
    cast: Cast, event: Event, ann: Client
) -> None:
    other = Player.objects.create(club=cast.club, name="Ben Ito")
    page = read(ann, "Ben Ito")
    assert "which one?" in text_of(page)

    say_yes(ann, page, **{"who-0-0": str(other.pk)})
    assert EntryPlayer.objects.get().player == other


def test_a_doubled_line_is_not_entered_unless_ticked(event: Event, ann: Client) -> None:
    say_yes(ann, read(ann, "Zoë\nBo\nzoe"))

    assert names_in(event) == ["Zoë", "Bo"]


def test_two_laptops_with_one_list_enter_it_once(event: Event, ann: Client) -> None:
    mine, theirs = read(ann, "Zoë\nBo"), read(ann, "Zoë\nBo")
    say_yes(ann, theirs)
    answer = say_yes(ann, mine)

    assert answer.status_code == 422
    assert "changed meanwhile" in text_of(answer)
    assert names_in(event) == ["Zoë", "Bo"]


@pytest.mark.parametrize("text", ["", "  \n\t", "🎯"])
def test_a_list_of_nobody_enters_nobody(event: Event, ann: Client, text: str) -> None:
    page = read(ann, text)
    if page.status_code == 200:
        page = say_yes(ann, page)

    assert page.status_code == 422
    assert names_in(event) == []


@pytest.mark.parametrize("choice", ["", "king", "-1", "9" * 30, "²", "\x00"])
def test_nonsense_in_a_choice_makes_somebody_new(
    event: Event, ann: Client, choice: str
) -> None:
    say_yes(ann, read(ann, "Zoë"), **{"who-0-0": choice})

    assert names_in(event) == ["Zoë"]


def test_all_of_a_list_or_nothing(cast: Cast, event: Event) -> None:
    twice = [NewEntry((cast.ben_plays,)), NewEntry((cast.ben_plays,))]
    with pytest.raises(AlreadyIn, match="Ben Ito"):
        actions.enter_list(by=cast.who("ann"), event=event, entries=twice, how="list")

    assert names_in(event) == []


def test_nobody_enters_when_all_is_over(cast: Cast, event: Event, ann: Client) -> None:
    Event.objects.update(state=Event.State.FINISHED)

    with pytest.raises(EventOver):
        enter(cast, event, "Zoë")
    assert say_yes(ann, read(ann, "Zoë")).status_code == 422


def test_late_comers_are_told_what_it_means(event: Event, ann: Client) -> None:
    Event.objects.update(state=Event.State.RUNNING)

    assert "drawn from the next pairing round on" in text_of(ann.get(f"{AT}list/"))
    assert "drawn from the next pairing round on" in text_of(ann.get(f"{AT}pick/"))


def test_a_pair_on_a_line_is_two_entries_in_singles(event: Event, ann: Client) -> None:
    say_yes(ann, read(ann, "Zoë & Bo"))

    assert names_in(event) == ["Zoë", "Bo"]


# --- A pick from the club -----------------------------------------------------------------


def test_those_ticked_are_entered(cast: Cast, event: Event, ann: Client) -> None:
    ann.post(f"{AT}pick/", {"player": [cast.ben_plays.pk, "nonsense", "999999"]})

    assert names_in(event) == ["Ben Ito"]
    assert "Ben Ito" not in text_of(ann.get(f"{AT}pick/"))


def test_nobody_ticked_is_said(event: Event, ann: Client) -> None:
    assert ann.post(f"{AT}pick/").status_code == 422


# --- Clubs and teams ----------------------------------------------------------------------


def test_the_desk_says_for_whom_somebody_plays(
    cast: Cast, event: Event, ann: Client
) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    ann.post(f"{AT}{zoe.pk}/team/", {"team": "Guelph", "before": ""})
    ann.post(f"{AT}{bo.pk}/team/", {"team": "guelph", "before": ""})

    team = Team.objects.get()
    assert {entry.team for entry in event.entries.all()} == {team}
    assert last().said["before"] is None
    ann.post(f"{AT}{bo.pk}/team/", {"team": " ", "before": "Guelph"})
    bo.refresh_from_db()
    assert bo.team is None


def test_a_team_from_an_old_page_overwrites_nothing(
    cast: Cast, event: Event, ann: Client
) -> None:
    (zoe,) = enter(cast, event, "Zoë")
    ann.post(f"{AT}{zoe.pk}/team/", {"team": "Guelph", "before": ""})

    page = ann.post(f"{AT}{zoe.pk}/team/", {"team": "Elmira", "before": ""})
    zoe.refresh_from_db()
    assert page.status_code == 422
    assert zoe.team == Team.objects.get(name="Guelph")
    assert 'value="Elmira"' in text_of(page), "what was typed is kept"


@pytest.mark.parametrize("team", ["x" * 121, "\x00"])
def test_a_team_has_a_name_that_fits(
    cast: Cast, event: Event, ann: Client, team: str
) -> None:
    (zoe,) = enter(cast, event, "Zoë")
    page = ann.post(f"{AT}{zoe.pk}/team/", {"team": team, "before": ""})

    assert page.status_code == 422
    assert not Team.objects.exists()


# --- Check-in -----------------------------------------------------------------------------


def test_check_in_and_back(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter(cast, event, "Zoë")

    page = ann.post(f"{AT}check-in/", {"entry": zoe.pk}, headers={"HX-Request": "true"})
    assert "Here" in text_of(page)
    assert 'hx-swap-oob="true"' in text_of(page)
    assert last().said["names"] == ["Zoë"]

    ann.post(f"{AT}check-in/", {"entry": zoe.pk, "back": "1"})
    zoe.refresh_from_db()
    assert zoe.checked_in_at is None


def test_checking_in_twice_is_told_once(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter(cast, event, "Zoë")
    for _ in range(2):
        ann.post(f"{AT}check-in/", {"entry": zoe.pk})

    assert Action.objects.filter(verb="check_in").count() == 1


def test_everybody_at_once_but_who_waits(cast: Cast, event: Event, ann: Client) -> None:
    enter(cast, event, "Zoë", "Bo")
    (cy,) = enter(cast, event, "Cy", state=State.WAITING)
    ann.post(f"{AT}check-in/", {"everybody": "1"})

    assert event.entries.filter(checked_in_at=None).get() == cy


# --- Pairs --------------------------------------------------------------------------------


@pytest.fixture
def doubles(cast: Cast) -> Event:
    return make_event(cast, "doubles")


def test_a_line_of_two_is_a_pair(doubles: Event, ann: Client) -> None:
    say_yes(ann, read(ann, "Zoë & Bo\nCy"))

    assert names_in(doubles) == ["Zoë & Bo", "Cy"]
    assert "1 alone" in text_of(ann.get(AT))


def test_two_by_hand(cast: Cast, doubles: Event, ann: Client) -> None:
    zoe, bo, cy = enter(cast, doubles, "Zoë", "Bo", "Cy")
    ann.post(f"{AT}pairs/", {"entry": [zoe.pk, cy.pk]})

    assert names_in(doubles) == ["Zoë & Cy", "Bo"]
    assert last().said["names"] == [["Zoë", "Cy"]]
    assert ann.post(f"{AT}pairs/", {"entry": [bo.pk]}).status_code == 422
    assert ann.post(f"{AT}pairs/", {"entry": [bo.pk, zoe.pk]}).status_code == 422


def test_all_by_lot_and_the_lot_can_be_repeated(cast: Cast, doubles: Event) -> None:
    made = enter(cast, doubles, *(f"P{c}" for c in "abcdefg"))
    line_ups.pair_by_lot(by=cast.who("ann"), event=doubles, seed="spring")

    assert sorted(name.count("&") for name in names_in(doubles)) == [0, 1, 1, 1]
    pairs = line_ups.lots([entry.pk for entry in made], "spring")
    assert [one for one, _ in pairs] == [one for one, _ in last().said["pairs"]]
    assert last().said["seed"] == "spring"


def test_a_pair_parts_again(cast: Cast, doubles: Event, ann: Client) -> None:
    (pair,) = enter(cast, doubles, "Zoë & Bo")
    ann.post(f"{AT}{pair.pk}/part/")

    assert names_in(doubles) == ["Zoë", "Bo"]


def test_a_pair_that_is_drawn_stays_one(
    cast: Cast, doubles: Event, ann: Client
) -> None:
    pair, other = enter(cast, doubles, "Zoë & Bo", "Cy & Di")
    draw(doubles, pair, other)

    assert ann.post(f"{AT}{pair.pk}/part/").status_code == 422
    with pytest.raises(HasPlayed):
        line_ups.part(by=cast.who("ann"), event=doubles, entry=pair)


# --- Seeds --------------------------------------------------------------------------------


def seed(ann: Client, seeds: dict[int, str], seen: str | None = None) -> Any:
    seen = seen or ann.get(f"{AT}seeds/").context["seen"]
    typed = {f"seed-{entry}": text for entry, text in seeds.items()}
    return ann.post(f"{AT}seeds/", typed | {"seen": seen})


def test_seeds_by_hand_may_change_places(cast: Cast, event: Event, ann: Client) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    seed(ann, {zoe.pk: "1", bo.pk: "2"})
    seed(ann, {zoe.pk: "2", bo.pk: "1"})

    assert names_in(event) == ["Bo", "Zoë"]
    assert last().said["before"] == {str(zoe.pk): 1, str(bo.pk): 2}


@pytest.mark.parametrize("typed", ["1", "0", "-3", "two", "1.5", "99999", "²"])
def test_seeds_that_are_none_are_kept_in_the_form(
    cast: Cast, event: Event, ann: Client, typed: str
) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    page = seed(ann, {zoe.pk: "1", bo.pk: typed})

    assert page.status_code == 422
    assert f'value="{typed}"' in text_of(page)
    assert set(seeds_of(event).values()) == {None}


def test_seeds_from_an_old_page_overwrite_nothing(
    cast: Cast, event: Event, ann: Client
) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    seen = ann.get(f"{AT}seeds/").context["seen"]
    seed(ann, {zoe.pk: "1"})

    page = seed(ann, {bo.pk: "1"}, seen)
    assert page.status_code == 422
    assert "changed meanwhile" in text_of(page)
    assert seeds_of(event) == {zoe.pk: 1, bo.pk: None}


def test_seeds_by_rating_follow_the_clubs_history(
    cast: Cast, event: Event, ann: Client
) -> None:
    zoe, bo, cy = enter(cast, event, "Zoë", "Bo", "Cy")
    past = Event.objects.create(
        club=cast.club, name="Past", slug="past", starts_at=timezone.now()
    )
    behind = {e.pk: EntryPlayer.objects.get(entry=e).player for e in (zoe, bo)}
    then = actions.enter_list(
        by=cast.who("ann"),
        event=past,
        entries=[NewEntry((behind[bo.pk],)), NewEntry((behind[zoe.pk],))],
        how="picked",
    )
    draw(past, *then, points=(8, 0))

    page = ann.get(f"{AT}seeds/?by=rating")
    assert [line["entry"].pk for line in page.context["lines"]] == [
        bo.pk,
        zoe.pk,
        cy.pk,
    ]
    assert set(seeds_of(event).values()) == {None}, "nothing is saved yet"
    assert len(ratings_of(cast.club)) == 2

    seed(ann, {bo.pk: "1", zoe.pk: "2", cy.pk: "3"})
    bo.refresh_from_db()
    assert bo.rating is not None
    assert bo.rating > 25


def test_seeds_by_the_seasons_table(cast: Cast, event: Event, ann: Client) -> None:
    season = Season.objects.create(
        club=cast.club, name="2026", starts_on="2026-01-01", ends_on="2026-12-31"
    )
    Event.objects.update(season=season)
    past = Event.objects.create(
        club=cast.club,
        name="Past",
        slug="past",
        starts_at=timezone.now(),
        season=season,
        state=Event.State.FINISHED,
    )
    cy, zoe, bo = enter(cast, event, "Cy", "Zoë", "Bo")
    there = []
    for entry in (zoe, bo):
        there.append(Entry.objects.create(event=past))
        player = entry.line_up.get().player
        EntryPlayer.objects.create(entry=there[-1], event=past, player=player)
    match = draw(past, *there, points=(8, 0))
    pool = Pool.objects.create(stage=match.pairing_round.stage)
    for number, entry in enumerate(there, start=1):
        PoolEntry.objects.create(pool=pool, stage=pool.stage, entry=entry, seed=number)
    Match.objects.update(pool=pool)

    page = ann.get(f"{AT}seeds/?by=season")
    order = [line["entry"].pk for line in page.context["lines"]]
    assert order == [zoe.pk, bo.pk, cy.pk]


def test_an_order_by_lot_seeds_everybody(cast: Cast, event: Event, ann: Client) -> None:
    enter(cast, event, "Zoë", "Bo", "Cy")

    page = ann.get(f"{AT}seeds/?by=lot")
    assert [line["seed"] for line in page.context["lines"]] == ["1", "2", "3"]


# --- Pausing, leaving, coming back --------------------------------------------------------


def draw(
    event: Event, one: Entry, other: Entry, *, points: Sequence[int] | None = None
) -> Match:
    """A published match; with points, one that was played."""
    stage, _ = Stage.objects.get_or_create(
        event=event, number=1, defaults={"name": "Swiss", "format": "swiss"}
    )
    pairing_round = PairingRound.objects.create(
        stage=stage,
        number=1 + stage.pairing_rounds.count(),
        state=PairingRound.State.PUBLISHED,
    )
    over = points is not None
    match = Match.objects.create(
        event=event,
        pairing_round=pairing_round,
        number=1 + event.matches.count(),
        state="finished" if over else "planned",
        ending="played" if over else "",
        winner=0 if over else None,
    )
    for seat, entry in enumerate((one, other)):
        side = MatchSide.objects.create(
            match=match, seat=seat, points=points[seat] if points else 0
        )
        SideEntry.objects.create(side=side, pairing_round=pairing_round, entry=entry)
        for number, line in enumerate(entry.line_up.all(), start=1):
            SidePlayer.objects.create(
                side=side, match=match, player=line.player, number=number
            )
    return match


def seen_of(entry: Entry) -> str:
    return print_of(state_of(facts_of(Entry.objects.named().get(pk=entry.pk))))


def act(
    cast: Cast, entry: Entry, what: Act, unplayed: Unplayed = Unplayed.WALKOVER
) -> None:
    change_presence(
        by=cast.who("ann"),
        event=entry.event,
        entry=entry,
        act=what,
        seen=seen_of(entry),
        unplayed=unplayed,
    )
    entry.refresh_from_db()


def effects_on(entry: Entry, what: Act) -> str:
    return " ".join(effects(what, facts_of(Entry.objects.named().get(pk=entry.pk))))


@pytest.mark.parametrize(
    ("state", "acts"),
    [
        (State.ACTIVE, {Act.PAUSE, Act.WITHDRAW, Act.STRIKE}),
        (State.PAUSED, {Act.RETURN, Act.WITHDRAW, Act.STRIKE}),
        (State.WITHDRAWN, {Act.REINSTATE, Act.STRIKE}),
        (State.WAITING, {Act.ADMIT, Act.STRIKE}),
    ],
)
def test_what_may_happen_depends_on_the_state(
    cast: Cast, event: Event, state: State, acts: set[Act]
) -> None:
    (zoe,) = enter(cast, event, "Zoë", state=state)

    assert set(acts_for(facts_of(Entry.objects.named().get(pk=zoe.pk)))) == acts


def test_every_effect_is_on_the_page_before_it_is_done(
    cast: Cast, event: Event, ann: Client
) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    match = draw(event, zoe, bo)
    match.board = Board.objects.create(club=cast.club, number=4)
    match.save()

    page = text_of(ann.get(f"{AT}{zoe.pk}/"))
    assert "New pairing rounds are drawn without them until they return." in page
    assert "waits for them: match 1 against Bo on board 4." in page
    assert "They are drawn into nothing any more" in page
    assert "Walkovers: their opponents win" in page


def test_a_pause_and_the_return(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter(cast, event, "Zoë")
    ann.post(f"{AT}{zoe.pk}/pause/", {"seen": seen_of(zoe)})
    zoe.refresh_from_db()
    assert zoe.state == State.PAUSED

    ann.post(f"{AT}{zoe.pk}/return/", {"seen": seen_of(zoe)})
    zoe.refresh_from_db()
    assert zoe.state == State.ACTIVE
    assert [a.verb for a in Action.objects.all()][-2:] == [
        "pause_entry",
        "return_entry",
    ]


@pytest.mark.parametrize(
    ("unplayed", "ending", "winner", "points"),
    [
        (Unplayed.WALKOVER, "walkover", 1, [0, 8]),
        (Unplayed.NOT_COUNTED, "withdrawn", None, [0, 0]),
        (Unplayed.LEFT, "", None, [0, 0]),
    ],
)
def test_who_withdraws_leaves_matches_as_chosen(
    cast: Cast,
    event: Event,
    unplayed: Unplayed,
    ending: str,
    winner: int | None,
    points: list[int],
) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    played = draw(event, zoe, bo, points=(6, 2))
    to_play = draw(event, zoe, bo)
    act(cast, zoe, Act.WITHDRAW, unplayed)

    to_play.refresh_from_db()
    played.refresh_from_db()
    assert zoe.state == State.WITHDRAWN
    assert (to_play.ending, to_play.winner) == (ending, winner)
    assert [side.points for side in to_play.sides.all()] == points
    assert (played.ending, played.winner) == ("played", 0), "what was played stands"


def test_matches_of_more_than_two_entries_are_left_to_the_desk(
    cast: Cast, event: Event
) -> None:
    zoe, bo, cy = enter(cast, event, "Zoë", "Bo", "Cy")
    match = draw(event, zoe, bo)
    side = MatchSide.objects.create(match=match, seat=2)
    SideEntry.objects.create(side=side, pairing_round=match.pairing_round, entry=cy)

    assert "left to the desk" in effects_on(zoe, Act.WITHDRAW)
    act(cast, zoe, Act.WITHDRAW)
    match.refresh_from_db()
    assert match.state == "planned"


def test_a_draft_that_still_has_them_is_named(cast: Cast, event: Event) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    match = draw(event, zoe, bo)
    PairingRound.objects.update(state=PairingRound.State.DRAFT)

    assert "The draft of Swiss 1 still has them" in effects_on(zoe, Act.PAUSE)
    act(cast, zoe, Act.WITHDRAW)
    match.refresh_from_db()
    assert match.state == "planned"


def test_nobody_agrees_to_effects_they_have_not_read(
    cast: Cast, event: Event, ann: Client
) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    seen = seen_of(zoe)
    draw(event, zoe, bo)

    said = {"seen": seen, "unplayed": "walkover"}
    page = ann.post(f"{AT}{zoe.pk}/withdraw/", said)
    zoe.refresh_from_db()
    assert page.status_code == 422
    assert zoe.state == State.ACTIVE
    assert "look again" in text_of(page)


def test_an_act_that_does_not_fit_is_refused(cast: Cast, event: Event) -> None:
    (zoe,) = enter(cast, event, "Zoë")

    with pytest.raises(ChangedMeanwhile):
        act(cast, zoe, Act.RETURN)


@pytest.mark.parametrize("what", ["king", "part-of", "PAUSE"])
def test_there_is_no_other_act(
    cast: Cast, event: Event, ann: Client, what: str
) -> None:
    (zoe,) = enter(cast, event, "Zoë")

    assert ann.post(f"{AT}{zoe.pk}/{what}/", {"seen": "x"}).status_code == 404


def test_a_mistake_is_taken_off_the_list(cast: Cast, event: Event, ann: Client) -> None:
    zoe, _ = enter(cast, event, "Zoë", "Bo")
    ann.post(f"{AT}{zoe.pk}/strike/", {"seen": seen_of(zoe)})

    assert names_in(event) == ["Bo"]
    assert Player.objects.filter(name="Zoë").exists()
    assert last().said["name"] == "Zoë"


def test_who_is_drawn_stays_on_the_list(cast: Cast, event: Event, ann: Client) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    draw(event, zoe, bo)

    page = ann.post(f"{AT}{zoe.pk}/strike/", {"seen": seen_of(zoe)})
    assert page.status_code == 422
    assert names_in(event) == ["Zoë", "Bo"]


def test_a_place_that_becomes_free_goes_to_who_waited_longest(
    cast: Cast, event: Event, ann: Client
) -> None:
    Event.objects.update(entry_limit=1)
    event.refresh_from_db()
    (zoe,) = enter(cast, event, "Zoë")
    bo, cy = enter(cast, event, "Bo", "Cy", state=State.WAITING)

    assert "Bo moves up" in text_of(ann.get(f"{AT}{zoe.pk}/"))
    act(cast, zoe, Act.WITHDRAW)
    for entry in (bo, cy):
        entry.refresh_from_db()
    assert (bo.state, cy.state) == (State.ACTIVE, State.WAITING)
    assert last().said["moved_up_names"] == ["Bo"]


# --- Substitutes --------------------------------------------------------------------------


@pytest.mark.parametrize("until", ["once", "for_good"])
def test_a_substitute_sits_in_what_has_not_begun(
    cast: Cast, doubles: Event, ann: Client, until: str
) -> None:
    pair, other = enter(cast, doubles, "Zoë & Bo", "Cy & Di")
    played, to_play = (
        draw(doubles, pair, other, points=(6, 2)),
        draw(doubles, pair, other),
    )
    bo = Player.objects.get(name="Bo")
    ann.post(
        f"{AT}{pair.pk}/substitute/",
        {"leaves": bo.pk, "comes": cast.ben_plays.pk, "until": until},
    )

    def sat(match: Match) -> list[str]:
        players = Player.objects.filter(side_players__side__match=match, sides__seat=0)
        return sorted({player.name for player in players.filter(sides__match=match)})

    assert sat(played) == ["Bo", "Zoë"]
    assert sat(to_play) == ["Ben Ito", "Zoë"]
    assert ("Ben Ito" in names_in(doubles)[0]) is (until == "for_good")


def test_a_guest_may_sit_in(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter(cast, event, "Zoë")
    leaves = Player.objects.get(name="Zoë").pk
    said = {"leaves": leaves, "name": "Gus Grau", "until": "for_good"}
    ann.post(f"{AT}{zoe.pk}/substitute/", said)

    assert names_in(event) == ["Gus Grau"]
    assert Player.objects.get(name="Gus Grau").is_guest


def test_nobody_sits_twice(cast: Cast, event: Event, ann: Client) -> None:
    zoe, bo = enter(cast, event, "Zoë", "Bo")
    draw(event, zoe, bo)
    people = {player.name: player.pk for player in Player.objects.all()}

    for until in ("once", "for_good"):
        page = ann.post(
            f"{AT}{zoe.pk}/substitute/",
            {"leaves": people["Zoë"], "comes": people["Bo"], "until": until},
        )
        assert page.status_code == 422
    assert names_in(event) == ["Zoë", "Bo"]


@pytest.mark.parametrize("said", [{}, {"leaves": "x"}, {"comes": "1", "name": "Gus"}])
def test_a_substitute_has_to_be_somebody(
    cast: Cast, event: Event, ann: Client, said: dict[str, str]
) -> None:
    (zoe,) = enter(cast, event, "Zoë")

    assert ann.post(f"{AT}{zoe.pk}/substitute/", said).status_code == 422


# --- Two hundred --------------------------------------------------------------------------


def test_pages_ask_as_much_for_two_hundred_as_for_two(
    cast: Cast,
    event: Event,
    ann: Client,
    django_assert_max_num_queries: Any,
) -> None:
    made = enter(
        cast, event, *(f"Name{n // 26} {chr(65 + n % 26)}x" for n in range(200))
    )
    Event.objects.update(revision=1)
    text = "\n".join(f"New{n} Person{n}" for n in range(200))

    for path in ("", "pick/", "seeds/?by=rating", "registration/", f"{made[0].pk}/"):
        with django_assert_max_num_queries(16):
            assert ann.get(f"{AT}{path}").status_code == 200
    with django_assert_max_num_queries(14):
        page = read(ann, text)
    with django_assert_max_num_queries(26):
        say_yes(ann, page)
    with django_assert_max_num_queries(22):
        ann.post(f"{AT}check-in/", {"everybody": "1"})
    assert event.entries.exclude(checked_in_at=None).count() == 400


def test_seeding_asks_as_much_for_forty_as_for_two(
    cast: Cast, event: Event, django_assert_max_num_queries: Any
) -> None:
    made = enter(cast, event, *(f"N{chr(65 + n)}" for n in range(40)))
    seen = print_of({str(entry): seed for entry, seed in seeds_of(event).items()})
    with django_assert_max_num_queries(12):
        set_seeds(
            by=cast.who("ann"),
            event=event,
            seeds={entry.pk: n for n, entry in enumerate(made, start=1)},
            seen=seen,
            how="hand",
        )
