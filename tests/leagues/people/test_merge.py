"""Two players who are one person: noticed, compared, merged, and separated again."""

import pytest
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from leagues.actions.people.links import claim_player, give_link
from leagues.actions.people.merge import undo_merge
from leagues.actions.refusal import Refused
from leagues.models import (
    Alias,
    EntryPlayer,
    Follow,
    Guardian,
    Mute,
    PersonalLink,
    Player,
    PushAddress,
    Team,
)
from leagues.models.names import fold_name
from leagues.reads.people import name_matches
from leagues.reads.people.merging import Against, plan_merge
from leagues.reads.people.name_matches import KnownPerson, Likeness, Register, is_close
from tests.cast import Cast
from tests.leagues.people.twins import (
    enter_players,
    make_event,
    merge_into,
    publish_match,
    rows_of_merge,
    text_of,
)

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


@pytest.mark.long
@given(st.lists(st.lists(WORDS, min_size=1, max_size=2), max_size=8))
def test_who_is_close_is_who_comparing_everybody_with_everybody_finds(
    names: list[list[str]],
) -> None:
    club = Register(KnownPerson(n, one, tuple(more)) for n, (one, *more) in enumerate(names))

    for pk, person in club.people.items():
        close = {
            other.pk
            for other in club.people.values()
            if other.pk != pk
            and any(
                is_close(fold_name(ours), fold_name(theirs))
                for ours in person.all_names
                for theirs in other.all_names
            )
        }
        assert close <= {found.person.pk for found in club.twins_of(pk)}
        assert close >= {
            found.person.pk for found in club.twins_of(pk) if found.likeness is Likeness.CLOSE
        }


def test_a_long_list_of_look_alikes_comes_in_parts(cast: Cast, ann: Client) -> None:
    for letter in "abcdefghijklmnopqrstuvwxyz":
        for _twice in range(2):
            Player.objects.create(club=cast.club, name=f"{letter * 3} {letter * 5}")
    for letter in "abcdefgh":
        for _twice in range(2):
            Player.objects.create(club=cast.club, name=f"{letter}{letter}h jo{letter}")

    first, second = (text_of(ann.get(f"/desk/people/look-alikes/?page={part}")) for part in (1, 2))

    assert (first.count("Compare"), second.count("Compare")) == (30, 4)
    assert "?page=2#found" in first
    assert "?page=1#found" in second


def test_names_are_not_compared_again_until_a_player_is_added(
    cast: Cast, ann: Client, bev: Player, twin: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[str, str]] = []

    def seen(one: str, other: str) -> bool:
        compared.append((one, other))
        return is_close(one, other)

    monkeypatch.setattr(name_matches, "is_close", seen)
    Player.objects.create(club=cast.club, name="Beverley Smyth")
    ann.get("/desk/people/look-alikes/")
    assert compared
    compared.clear()
    ann.get("/desk/people/look-alikes/")
    assert not compared

    Player.objects.create(club=cast.club, name="Beverly Smit")
    assert "Beverly Smit " in text_of(ann.get("/desk/people/look-alikes/"))


def test_the_club_is_shown_who_looks_alike(ann: Client, bev: Player, twin: Player) -> None:
    Alias.objects.create(player=bev, name="Bev Smith")
    page = text_of(ann.get("/desk/people/look-alikes/"))

    assert f"/desk/people/{bev.pk}/merge/{twin.pk}/" in page, "the member stays"


def test_a_guest_on_the_list_is_compared_with_the_club(
    cast: Cast, ann: Client, bev: Player
) -> None:
    guest = Player.objects.create(club=cast.club, name="Beverley Smith", is_guest=True)
    enter_players(cast, make_event(cast), guest)

    page = text_of(ann.get("/desk/events/open/people/"))
    assert "Beverley Smith (guest) could be Beverly Smith" in page


# --- Merged -------------------------------------------------------------------------------


def test_the_preview_changes_nothing(cast: Cast, ann: Client, bev: Player, twin: Player) -> None:
    enter_players(cast, make_event(cast), twin)
    before = rows_of_merge()

    page = text_of(ann.get(f"/desk/people/{bev.pk}/merge/{twin.pk}/"))
    assert "“Bev Smith” is kept as another name of theirs." in page
    assert "The entry in Open becomes theirs." in page
    assert rows_of_merge() == before


def test_a_merge_that_an_event_led_to_leads_back_to_it(
    cast: Cast, ann: Client, bev: Player, twin: Player
) -> None:
    event = make_event(cast)
    here = f"/desk/people/{bev.pk}/merge/{twin.pk}/?event={event.slug}"
    there = f"/desk/events/{event.slug}/people/"
    page = ann.get(here)
    assert page.text.count(f'href="{there}"') == 2, "above, and below"

    done = ann.post(here, {"seen": page.context["seen"]})

    assert done["Location"] == there


def test_what_was_theirs_is_now_hers(cast: Cast, bev: Player, twin: Player) -> None:
    event = make_event(cast)
    mine, bens = enter_players(cast, event, twin, cast.ben_plays)
    match = publish_match(event, mine, bens)
    Alias.objects.create(player=twin, name="B. Smith")
    team = Team.objects.create(club=cast.club, name="The Smiths")
    team.players.add(twin)
    token = give_link(by=cast.who("ann"), player=twin)
    merge_into(cast, bev, twin)

    assert mine.line_up.get().player == bev
    assert match.sides.get(seat=0).players.get() == bev
    assert {alias.name for alias in bev.aliases.all()} == {"Bev Smith", "B. Smith"}
    assert team.players.get() == bev
    link = PersonalLink.objects.for_token(token)
    assert link is not None
    assert link.player == bev
    assert twin not in Player.objects.present()


def test_phones_notified_of_one_are_notified_of_the_other(
    cast: Cast, bev: Player, twin: Player
) -> None:
    phones = [
        PushAddress.objects.create(endpoint_hash=f"{n}", player=player)
        for n, player in enumerate((twin, bev, None, None))
    ]
    for address, player in ((2, twin), (3, twin), (3, bev)):
        Follow.objects.create(address=phones[address], player=player)

    merged = merge_into(cast, stays=bev, leaves=twin)

    assert bev.push_addresses.count() == 2
    assert sorted(bev.followers.values_list("address", flat=True)) == [phones[2].pk, phones[3].pk]
    phones[0].delete()  # a phone that is gone is no reason against undoing
    undo_merge(by=cast.who("ann"), action=merged)
    assert list(bev.push_addresses.all()) == [phones[1]]
    assert twin.followers.count() == 2


def test_guardians_and_muted_topics_go_to_the_one_who_stays_and_back(
    cast: Cast, bev: Player, twin: Player
) -> None:
    for user, player in ((cast.dan, twin), (cast.ben, twin), (cast.ben, bev)):
        Guardian.objects.create(user=user, player=player)
    Mute.objects.create(player=twin, topic="club", channel="mail")

    merged = merge_into(cast, stays=bev, leaves=twin)

    assert {each.user for each in bev.guardians.all()} == {cast.dan, cast.ben}
    assert bev.mutes.get().topic == "club"
    undo_merge(by=cast.who("ann"), action=merged)
    assert {each.user for each in bev.guardians.all()} == {cast.ben}
    assert {each.user for each in twin.guardians.all()} == {cast.dan, cast.ben}
    assert twin.mutes.exists()
    assert not bev.mutes.exists()


def test_of_two_links_hers_goes_on(cast: Cast, bev: Player, twin: Player) -> None:
    hers = give_link(by=cast.who("ann"), player=bev)
    theirs = give_link(by=cast.who("ann"), player=twin)
    merge_into(cast, bev, twin)

    assert PersonalLink.objects.for_token(hers)
    assert not PersonalLink.objects.for_token(theirs)


def test_an_account_moves_with_its_player(cast: Cast, twin: Player) -> None:
    claim_player(by=cast.who("dan"), player=twin)
    stays = Player.objects.create(club=cast.club, name="Dan Dee")
    merge_into(cast, stays, Player.objects.get(pk=twin.pk))

    stays.refresh_from_db()
    assert stays.user == cast.dan


def test_entered_twice_is_entered_once(cast: Cast, bev: Player, twin: Player) -> None:
    event = make_event(cast)
    enter_players(cast, event, bev, twin)
    action = merge_into(cast, bev, twin)
    assert [line.player for line in EntryPlayer.objects.all()] == [bev]

    undo_merge(by=cast.who("ann"), action=action)
    assert {line.player for line in EntryPlayer.objects.all()} == {bev, twin}


def reasons_against(stays: Player, leaves: Player) -> tuple[Against, ...]:
    return plan_merge(stays, leaves).against


def test_no_player_is_merged_with_themselves(bev: Player) -> None:
    assert reasons_against(bev, bev) == (Against.SAME,)


def test_who_met_are_two(cast: Cast, bev: Player, twin: Player) -> None:
    event = make_event(cast)
    publish_match(event, *enter_players(cast, event, bev, twin))

    assert reasons_against(bev, twin) == (Against.MET,)
    with pytest.raises(Refused, match="aren’t merged"):
        merge_into(cast, bev, twin)


def test_results_of_two_entries_are_not_thrown_together(
    cast: Cast, bev: Player, twin: Player
) -> None:
    event = make_event(cast)
    hers, theirs, bens = enter_players(cast, event, bev, twin, cast.ben_plays)
    publish_match(event, hers, bens)
    publish_match(event, theirs, bens)

    assert reasons_against(bev, twin) == (Against.BOTH_ENTERED,)


def test_an_entry_made_twice_goes_though_the_event_has_begun(
    cast: Cast, bev: Player, twin: Player
) -> None:
    """Where only one of the two was drawn, the other was there by mistake."""
    event = make_event(cast)
    hers, _theirs, bens = enter_players(cast, event, bev, twin, cast.ben_plays)
    publish_match(event, hers, bens)
    enter_players(cast, make_event(cast, "cup"), twin)

    plan = plan_merge(bev, twin)

    assert plan.possible
    assert (plan.events, plan.doubled) == (("Cup",), ("Open",))


def test_two_accounts_are_two_people(cast: Cast, bev: Player) -> None:
    claim_player(by=cast.who("dan"), player=bev)
    bev.refresh_from_db()

    assert reasons_against(bev, cast.ben_plays) == (Against.BOTH_HAVE_ACCOUNTS,)


def test_who_is_gone_is_left_alone(cast: Cast, bev: Player, twin: Player) -> None:
    Player.objects.filter(pk=twin.pk).update(binned_at=timezone.now())
    twin.refresh_from_db()

    assert reasons_against(bev, twin) == (Against.GONE,)
