"""Two who are one person: noticed, compared, merged, and made two again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from leagues.actions.entries.entries import NewEntry, enter_list
from leagues.actions.people.links import claim_player, give_link
from leagues.actions.people.merge import merge_players, undo_merge
from leagues.actions.refusal import Refused, Stale
from leagues.models import (
    Action,
    Alias,
    Entry,
    EntryPlayer,
    Event,
    Follow,
    Match,
    MatchSide,
    PairingRound,
    PersonalLink,
    Player,
    PushAddress,
    SideEntry,
    SidePlayer,
    Stage,
    Team,
)
from leagues.models.names import fold
from leagues.reads.marks import mark_of
from leagues.reads.people import known
from leagues.reads.people.known import KnownPerson, Likeness, Register, is_close
from leagues.reads.people.merging import Against, plan_merge, state_of_plan
from tests.cast import Cast


@pytest.fixture
def bev(cast: Cast) -> Player:
    return Player.objects.create(
        club=cast.club, name="Beverly Smith", family_name="Smith"
    )


@pytest.fixture
def twin(cast: Cast) -> Player:
    """Bev again, as she wrote herself down at the door."""
    return Player.objects.create(club=cast.club, name="Bev Smith", is_guest=True)


def make_event(cast: Cast, slug: str = "open") -> Event:
    return Event.objects.create(
        club=cast.club,
        name=slug.title(),
        slug=slug,
        starts_at=timezone.now() + timedelta(days=1),
    )


def enter(cast: Cast, event: Event, *players: Player) -> list[Entry]:
    return enter_list(
        by=cast.who("ann"),
        event=event,
        entries=[NewEntry((player,)) for player in players],
        how="picked",
    )


def meet(event: Event, one: Entry, other: Entry) -> Match:
    stage, _ = Stage.objects.get_or_create(
        event=event, number=1, defaults={"name": "Swiss", "format": "swiss"}
    )
    pairing_round = PairingRound.objects.create(
        stage=stage, number=1 + stage.pairing_rounds.count(), state="published"
    )
    match = Match.objects.create(
        event=event, pairing_round=pairing_round, number=1 + event.matches.count()
    )
    for seat, entry in enumerate((one, other)):
        side = MatchSide.objects.create(match=match, seat=seat)
        SideEntry.objects.create(side=side, pairing_round=pairing_round, entry=entry)
        for line in entry.line_up.all():
            SidePlayer.objects.create(side=side, match=match, player=line.player)
    return match


def merge(cast: Cast, stays: Player, leaves: Player) -> Action:
    plan = plan_merge(stays, leaves)
    return merge_players(
        by=cast.who("ann"), plan=plan, seen=mark_of(state_of_plan(plan))
    )


def everything() -> dict[str, list[Any]]:
    """All that a merge may move, as it stands."""
    models: list[Any] = [
        Player,
        Alias,
        EntryPlayer,
        SidePlayer,
        PersonalLink,
        Team.players.through,
    ]
    return {
        m.__name__: list(m._default_manager.order_by("pk").values()) for m in models
    }


def text_of(page: Any) -> str:
    return " ".join(page.content.decode().split())


# --- Noticed ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "noticed"),
    [
        ("Beverly Smith", "beverly  SMITH", True),
        ("Beverly Smith", "Smith, Beverly", True),
        ("Beverly Smith", "Beverley Smith", True),
        ("Beverly Smith", "Beverly S.", True),
        ("Beverly Smith", "Beverly", True),
        ("Zoë Åkerström", "Zoe Akerstrom", True),
        ("Pat O'Brien", "Pat O\u00b4Brien", True),
        ("Pat O\u02bcbrien", "Pat O’Brien", True),
        ("Pat O'Brien", "Pat O Brien", True),
        ("Pat O'Brien", "Brien, Pat", True),
        ("Pat O'Brien", "O’Brien", True),
        ("Beverly Smith", "Ann Smith", False),
        ("Beverly Smith", "Beverly Ito", False),
        ("Jo Li", "Bo Wu", False),
    ],
)
def test_who_looks_alike(one: str, other: str, noticed: bool) -> None:
    club = Register([KnownPerson(1, one), KnownPerson(2, other)])

    assert bool(club.twins_of(1)) is noticed
    assert bool(club.twins_of(2)) is noticed
    assert bool(Register([KnownPerson(1, one)]).find(other)) is noticed


def test_another_name_counts() -> None:
    club = Register([KnownPerson(1, "Beverly Smith", ("Bev",)), KnownPerson(2, "Bev")])

    assert [found.person.pk for found in club.twins_of(1)] == [2]


NAMES = st.text(st.sampled_from("abcñ ö.-"), max_size=12)


@given(st.lists(NAMES, max_size=6), NAMES)
def test_whatever_is_sought_is_answered(names: list[str], sought: str) -> None:
    club = Register(KnownPerson(n, name) for n, name in enumerate(names))

    found = club.find(sought)
    assert len({each.person.pk for each in found}) == len(found)
    for pk in club.people:
        assert pk not in {each.person.pk for each in club.twins_of(pk)}


WORDS = st.lists(st.text("abcdö", max_size=5), min_size=1, max_size=3).map(" ".join)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=2), max_size=8))
def test_who_is_close_is_who_comparing_everybody_with_everybody_finds(
    names: list[list[str]],
) -> None:
    club = Register(
        KnownPerson(n, one, tuple(more)) for n, (one, *more) in enumerate(names)
    )

    for pk, person in club.people.items():
        close = {
            other.pk
            for other in club.people.values()
            if other.pk != pk
            and any(
                is_close(fold(ours), fold(theirs))
                for ours in person.all_names
                for theirs in other.all_names
            )
        }
        assert close <= {found.person.pk for found in club.twins_of(pk)}
        assert close >= {
            found.person.pk
            for found in club.twins_of(pk)
            if found.likeness is Likeness.CLOSE
        }


def test_a_long_list_of_look_alikes_comes_in_parts(cast: Cast, ann: Client) -> None:
    for letter in "abcdefghijklmnopqrstuvwxyz":
        for _twice in range(2):
            Player.objects.create(club=cast.club, name=f"{letter * 3} {letter * 5}")
    for letter in "abcdefgh":
        for _twice in range(2):
            Player.objects.create(club=cast.club, name=f"{letter}{letter}h jo{letter}")

    first, second = (
        text_of(ann.get(f"/desk/people/look-alikes/?page={part}")) for part in (1, 2)
    )

    assert (first.count("Compare"), second.count("Compare")) == (30, 4)
    assert "?page=2#found" in first
    assert "?page=1#found" in second


def test_nobody_is_compared_again_until_somebody_comes(
    cast: Cast, ann: Client, bev: Player, twin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[str, str]] = []

    def seen(one: str, other: str) -> bool:
        compared.append((one, other))
        return is_close(one, other)

    monkeypatch.setattr(known, "is_close", seen)
    Player.objects.create(club=cast.club, name="Beverley Smyth")
    ann.get("/desk/people/look-alikes/")
    assert compared
    compared.clear()
    ann.get("/desk/people/look-alikes/")
    assert not compared

    Player.objects.create(club=cast.club, name="Beverly Smit")
    assert "Beverly Smit " in text_of(ann.get("/desk/people/look-alikes/"))


def test_the_club_is_shown_who_looks_alike(
    ann: Client, bev: Player, twin: Player
) -> None:
    Alias.objects.create(player=bev, name="Bev Smith")
    page = text_of(ann.get("/desk/people/look-alikes/"))

    assert f"/desk/people/{bev.pk}/merge/{twin.pk}/" in page, "the member stays"


def test_a_guest_on_the_list_is_compared_with_the_club(
    cast: Cast, ann: Client, bev: Player
) -> None:
    guest = Player.objects.create(club=cast.club, name="Beverley Smith", is_guest=True)
    enter(cast, make_event(cast), guest)

    page = text_of(ann.get("/desk/events/open/people/"))
    assert "Beverley Smith (guest) may be Beverly Smith" in page


# --- Merged -------------------------------------------------------------------------------


def test_the_preview_changes_nothing(
    cast: Cast, ann: Client, bev: Player, twin: Player
) -> None:
    enter(cast, make_event(cast), twin)
    before = everything()

    page = text_of(ann.get(f"/desk/people/{bev.pk}/merge/{twin.pk}/"))
    assert "They are found as “Bev Smith” too." in page
    assert "The entry in Open becomes theirs." in page
    assert everything() == before


def test_what_was_theirs_is_now_hers(cast: Cast, bev: Player, twin: Player) -> None:
    event = make_event(cast)
    mine, bens = enter(cast, event, twin, cast.ben_plays)
    match = meet(event, mine, bens)
    Alias.objects.create(player=twin, name="B. Smith")
    team = Team.objects.create(club=cast.club, name="The Smiths")
    team.players.add(twin)
    token = give_link(by=cast.who("ann"), player=twin)
    merge(cast, bev, twin)

    assert mine.line_up.get().player == bev
    assert match.sides.get(seat=0).players.get() == bev
    assert {alias.name for alias in bev.aliases.all()} == {"Bev Smith", "B. Smith"}
    assert team.players.get() == bev
    link = PersonalLink.objects.for_token(token)
    assert link is not None
    assert link.player == bev
    assert twin not in Player.objects.present()


def test_phones_that_were_told_of_one_are_told_of_the_other(
    cast: Cast, bev: Player, twin: Player
) -> None:
    phones = [
        PushAddress.objects.create(endpoint_hash=f"{n}", player=player)
        for n, player in enumerate((twin, bev, None, None))
    ]
    for address, player in ((2, twin), (3, twin), (3, bev)):
        Follow.objects.create(address=phones[address], player=player)

    merged = merge(cast, stays=bev, leaves=twin)

    assert bev.push_addresses.count() == 2
    assert sorted(bev.followers.values_list("address", flat=True)) == [
        phones[2].pk,
        phones[3].pk,
    ]
    phones[0].delete()  # a phone that is gone is no reason against undoing
    undo_merge(by=cast.who("ann"), action=merged)
    assert list(bev.push_addresses.all()) == [phones[1]]
    assert twin.followers.count() == 2


def test_of_two_links_hers_goes_on(cast: Cast, bev: Player, twin: Player) -> None:
    hers = give_link(by=cast.who("ann"), player=bev)
    theirs = give_link(by=cast.who("ann"), player=twin)
    merge(cast, bev, twin)

    assert PersonalLink.objects.for_token(hers)
    assert not PersonalLink.objects.for_token(theirs)


def test_an_account_moves_with_its_player(cast: Cast, twin: Player) -> None:
    claim_player(by=cast.who("dan"), player=twin)
    stays = Player.objects.create(club=cast.club, name="Dan Dee")
    merge(cast, stays, Player.objects.get(pk=twin.pk))

    stays.refresh_from_db()
    assert stays.user == cast.dan


def test_entered_twice_is_entered_once(cast: Cast, bev: Player, twin: Player) -> None:
    event = make_event(cast)
    enter(cast, event, bev, twin)
    action = merge(cast, bev, twin)
    assert [line.player for line in EntryPlayer.objects.all()] == [bev]

    undo_merge(by=cast.who("ann"), action=action)
    assert {line.player for line in EntryPlayer.objects.all()} == {bev, twin}


def against(stays: Player, leaves: Player) -> tuple[Against, ...]:
    return plan_merge(stays, leaves).against


def test_nobody_is_merged_with_themselves(bev: Player) -> None:
    assert against(bev, bev) == (Against.SAME,)


def test_who_met_are_two(cast: Cast, bev: Player, twin: Player) -> None:
    event = make_event(cast)
    meet(event, *enter(cast, event, bev, twin))

    assert against(bev, twin) == (Against.MET,)
    with pytest.raises(Refused, match="not merged"):
        merge(cast, bev, twin)


def test_results_of_two_entries_are_not_thrown_together(
    cast: Cast, bev: Player, twin: Player
) -> None:
    event = make_event(cast)
    hers, theirs, bens = enter(cast, event, bev, twin, cast.ben_plays)
    meet(event, hers, bens)
    meet(event, theirs, bens)

    assert against(bev, twin) == (Against.BOTH_ENTERED,)


def test_two_accounts_are_two_people(cast: Cast, bev: Player) -> None:
    claim_player(by=cast.who("dan"), player=bev)
    bev.refresh_from_db()

    assert against(bev, cast.ben_plays) == (Against.BOTH_HAVE_ACCOUNTS,)


def test_who_is_gone_is_left_alone(cast: Cast, bev: Player, twin: Player) -> None:
    Player.objects.filter(pk=twin.pk).update(binned_at=timezone.now())
    twin.refresh_from_db()

    assert against(bev, twin) == (Against.GONE,)


def test_only_what_was_read_is_done(
    cast: Cast, ann: Client, bev: Player, twin: Player
) -> None:
    path = f"/desk/people/{bev.pk}/merge/{twin.pk}/"
    seen = ann.get(path).context["seen"]
    enter(cast, make_event(cast), twin)

    page = ann.post(path, {"seen": seen})
    assert page.status_code == 422
    assert "look again" in text_of(page)
    assert twin in Player.objects.present()
    with pytest.raises(Stale):
        merge_players(by=cast.who("ann"), plan=plan_merge(bev, twin), seen=seen)


# --- And made two again -------------------------------------------------------------------


def test_undo_puts_everything_back(
    cast: Cast, ann: Client, bev: Player, twin: Player
) -> None:
    event = make_event(cast)
    mine, bens = enter(cast, event, twin, cast.ben_plays)
    meet(event, mine, bens)
    team = Team.objects.create(club=cast.club, name="The Smiths")
    team.players.add(twin)
    claim_player(by=cast.who("dan"), player=twin)
    give_link(by=cast.who("ann"), player=twin)
    twin.refresh_from_db()
    before = everything()

    path = f"/desk/people/{bev.pk}/merge/{twin.pk}/"
    ann.post(path, {"seen": ann.get(path).context["seen"]})
    assert everything() != before
    action = Action.objects.get(verb="merge_players")
    page = ann.post(f"/desk/people/merges/{action.pk}/undo/", follow=True)

    after = everything()
    for rows in (before, after):  # a row of a team is written anew
        for line in rows["Team_players"]:
            line.pop("id")
    assert after == before
    assert "somebody of their own again" in text_of(page)
    assert Action.objects.get(verb="undo_merge").undoes == action


def test_what_moved_on_since_is_not_torn_apart(
    cast: Cast, bev: Player, twin: Player
) -> None:
    event = make_event(cast)
    (mine,) = enter(cast, event, twin)
    action = merge(cast, bev, twin)
    mine.line_up.update(player=cast.ben_plays)

    with pytest.raises(Refused, match="undone any more"):
        undo_merge(by=cast.who("ann"), action=action)
    assert twin not in Player.objects.present()


def test_undone_once(cast: Cast, ann: Client, bev: Player, twin: Player) -> None:
    action = merge(cast, bev, twin)
    for _ in range(2):
        ann.post(f"/desk/people/merges/{action.pk}/undo/")

    assert Action.objects.filter(verb="undo_merge").count() == 1


def test_no_other_act_is_undone_here(cast: Cast, ann: Client, bev: Player) -> None:
    enter(cast, make_event(cast), bev)
    action = Action.objects.get(verb="enter_list")

    assert ann.post(f"/desk/people/merges/{action.pk}/undo/").status_code == 404
