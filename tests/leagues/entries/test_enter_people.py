"""Entering people: from a list, from the club's players, and as late-comers."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from leagues.actions.entries import entries as actions
from leagues.actions.entries.entries import NewEntry
from leagues.actions.refusal import Refused
from leagues.models import Action, Alias, EntryPlayer, Event, Player, Team
from leagues.models.people import Surface
from tests.cast import Cast
from tests.leagues.entries.people_in import (
    AT,
    check_list,
    confirm_list,
    enter_people,
    fields_of,
    last_action,
    make_event,
    names_in,
    text_of,
)
from tests.scenes import scene


@scene
def event(cast: Cast) -> Event:
    return make_event(cast)


def test_a_list_is_read_before_anybody_is_entered(event: Event, ann: Client) -> None:
    page = check_list(ann, "1. Ben Ito\n2. Zoë Brand\n")

    assert page.status_code == 200
    assert names_in(event) == []
    assert "No one is entered yet" in text_of(page)


def test_yes_enters_them_in_their_order(cast: Cast, event: Event, ann: Client) -> None:
    confirm_list(ann, check_list(ann, "Brand, Zoë\nBen Ito\nGus (guest)"))

    assert names_in(event) == ["Zoë Brand", "Ben Ito", "Gus"]
    assert EntryPlayer.objects.get(player=cast.ben_plays).event == event
    zoe = Player.objects.get(name="Zoë Brand")
    assert (zoe.family_name, zoe.is_guest) == ("Brand", False)
    assert Player.objects.get(name="Gus").is_guest
    assert last_action().verb == "enter_list"
    assert [e["names"] for e in last_action().details["entries"]][2] == ["Gus"]


def test_a_file_does_as_well(event: Event, ann: Client) -> None:
    file = SimpleUploadedFile(
        "list.csv", "Name;Club\nZoë Brand;Guelph\nBen Ito;Guelph\n".encode("cp1252")
    )
    confirm_list(ann, ann.post(f"{AT}list/", {"file": file}))

    assert names_in(event) == ["Zoë Brand", "Ben Ito"]
    assert {entry.team for entry in event.entries.all()} == {Team.objects.get()}


def test_a_player_is_recognised_by_another_name(cast: Cast, event: Event, ann: Client) -> None:
    Alias.objects.create(player=cast.ben_plays, name="Benji")
    confirm_list(ann, check_list(ann, "BENJI"))

    assert names_in(event) == ["Ben Ito"]


def test_a_player_is_recognised_by_the_alias_they_are_shown_under(
    cast: Cast, event: Event, ann: Client
) -> None:
    Player.objects.filter(pk=cast.ben_plays.pk).update(alias="The Hammer")
    confirm_list(ann, check_list(ann, "the hammer"))

    assert [one.player for one in EntryPlayer.objects.all()] == [cast.ben_plays]


@pytest.mark.parametrize(
    ("list_", "doubt", "ticked"),
    [
        ("Ben Ito\nITO, Ben", "Also on line 1", {"enter-0"}),
        ("Ben Itto", "Similar to someone in the club", {"enter-0"}),
        ("Ben I.", "Similar to someone in the club", {"enter-0"}),
        ("Cat van der Berg", "Already entered", set()),
        ("12345", "No name was found", set()),
        ("A" + "a" * 200, "Too long", set()),
    ],
)
def test_doubtful_names_have_a_note_and_are_ticked_if_probably_right(
    cast: Cast, event: Event, ann: Client, list_: str, doubt: str, ticked: set[str]
) -> None:
    cat = NewEntry((cast.cat_plays,))
    actions.enter_list(by=cast.who("ann"), event=event, entries=[cat], how="picked")
    page = check_list(ann, list_)

    assert doubt in text_of(page)
    are = re.findall(r'name="(enter-\d+)"[^>]*\schecked', page.content.decode())
    assert set(are) == ticked


def test_of_two_with_one_name_the_desk_chooses(cast: Cast, event: Event, ann: Client) -> None:
    other = Player.objects.create(club=cast.club, name="Ben Ito")
    page = check_list(ann, "Ben Ito")
    assert "Which one?" in text_of(page)

    confirm_list(ann, page, **{"who-0-0": str(other.pk)})
    assert EntryPlayer.objects.get().player == other


def test_a_doubled_line_is_not_entered_unless_ticked(event: Event, ann: Client) -> None:
    confirm_list(ann, check_list(ann, "Zoë\nBo\nzoe"))

    assert names_in(event) == ["Zoë", "Bo"]


@pytest.mark.long
def test_a_list_of_four_hundred_pairs_is_confirmed(cast: Cast, ann: Client) -> None:
    """Django refuses a form of more than a thousand fields."""
    event = make_event(cast, "doubles")
    pairs = [f"Ann{n} Lee{n}x & Ben{n} Poe{n}z (guest)" for n in range(400)]
    page = check_list(ann, "\n".join([*pairs, "Benn Ito & Cy Ek"]))

    answer = confirm_list(ann, page)

    assert answer.status_code == 302
    assert len(fields_of(page)) < 1000
    assert len(names_in(event)) == 401
    assert "Lines without a menu are entered as shown" in text_of(page)
    assert Player.objects.filter(is_guest=True, name__startswith="Ben").count() == 400


@pytest.mark.long
def test_what_needs_a_choice_is_asked_first(cast: Cast, event: Event, ann: Client) -> None:
    clear = [f"Ann{n} Lee{n}x" for n in range(900)]
    page = check_list(ann, "\n".join([*clear, "Benn Ito", "Zoë Brand"]))
    benn = str(cast.ben_plays.pk)

    confirm_list(ann, page, **{"who-900-0": benn, "enter-900": "on"})

    assert {"who-900-0", "enter-900"} <= fields_of(page)
    assert EntryPlayer.objects.get(player=cast.ben_plays).event == event
    assert len(names_in(event)) == 902


@pytest.mark.long
def test_choices_beyond_the_limit_stay_out_with_a_message(
    cast: Cast, event: Event, ann: Client
) -> None:
    Player.objects.bulk_create(
        Player(club=cast.club, name=f"Ann{chr(97 + n // 26)}{chr(97 + n % 26)}x Lee")
        for n in range(470)
    )
    Player.objects.bulk_create(
        Player(club=cast.club, name=player.name)
        for player in list(Player.objects.filter(name__endswith="x Lee"))
    )
    names = sorted({p.name for p in Player.objects.filter(name__endswith="x Lee")})
    page = check_list(ann, "\n".join(names))

    confirm_list(ann, page)

    assert "20 lines need checking but don’t fit on this page" in text_of(page)
    assert len(names_in(event)) == 450


def test_two_laptops_with_one_list_enter_it_once(event: Event, ann: Client) -> None:
    mine, theirs = check_list(ann, "Zoë\nBo"), check_list(ann, "Zoë\nBo")
    confirm_list(ann, theirs)
    answer = confirm_list(ann, mine)

    assert answer.status_code == 422
    assert "has just changed" in text_of(answer)
    assert names_in(event) == ["Zoë", "Bo"]


@pytest.mark.parametrize("choice", ["", "king", "-1", "9" * 30, "²", "\x00"])
def test_an_invalid_choice_makes_a_new_player(event: Event, ann: Client, choice: str) -> None:
    confirm_list(ann, check_list(ann, "Zoë"), **{"who-0-0": choice})

    assert names_in(event) == ["Zoë"]


def test_of_two_with_one_seed_the_first_keeps_it(event: Event, ann: Client) -> None:
    confirm_list(ann, check_list(ann, "Name,Seed\nZoë,2\nBo,2\nCy,1"))

    assert names_in(event) == ["Cy", "Zoë", "Bo"]
    assert [entry.seed for entry in event.entries.in_order()] == [1, 2, None]


def test_all_of_a_list_or_nothing(cast: Cast, event: Event) -> None:
    twice = [NewEntry((cast.ben_plays,)), NewEntry((cast.ben_plays,))]
    with pytest.raises(Refused, match="Ben Ito"):
        actions.enter_list(by=cast.who("ann"), event=event, entries=twice, how="list")

    assert names_in(event) == []


def test_the_form_explains_what_a_late_entry_means(event: Event, ann: Client) -> None:
    Event.objects.update(state=Event.State.RUNNING)

    assert "drawn from the next game on" in text_of(ann.get(f"{AT}list/"))
    assert "drawn from the next game on" in text_of(ann.get(f"{AT}pick/"))


def test_a_pair_on_a_line_is_two_entries_in_singles(event: Event, ann: Client) -> None:
    confirm_list(ann, check_list(ann, "Zoë & Bo"))

    assert names_in(event) == ["Zoë", "Bo"]


# --- Names for the desk to decide -------------------------------------------------------------

DIRTY = """Registered players:
1. Mary O'Brien <mary@example.org>
John Smith, Tavistock
Nancy Wright (late, arrives 10:30)
Ann Archer - paid
Charles Allen *
Zoë Brand
Total: 2
"""


def highlighted_names(page: Any) -> list[str]:
    return [name.strip() for name in re.findall(r"<strong>([^<]*)</strong>", page.text)]


def test_marked_lines_come_first_and_say_what_is_left_out(event: Event, ann: Client) -> None:
    page = check_list(ann, f"Cy Orr\n{DIRTY}")

    assert highlighted_names(page)[-2:] == ["Cy Orr", "Zoë Brand"]
    assert "“late, arrives 10:30”" in text_of(page)
    assert "Looks like a heading or a total" in text_of(page)
    assert "7 need checking" in text_of(page)


def test_of_a_dirty_list_only_names_come_in(event: Event, ann: Client) -> None:
    confirm_list(ann, check_list(ann, DIRTY))

    assert names_in(event) == [
        "Mary O'Brien",
        "John Smith",
        "Nancy Wright",
        "Ann Archer",
        "Charles Allen",
        "Zoë Brand",
    ]
    assert Player.objects.get(name="Mary O'Brien").email == "mary@example.org"


def test_a_line_is_corrected_where_it_is_marked(event: Event, ann: Client) -> None:
    page = check_list(ann, "Captain: Ian Bell\nZoë Brand\nAnn - paid\nCy Orr *")
    corrections = {"line-1": "Ian Bell", "line-4": ""}
    unticked = {"who-2-0": "guest"}

    review = confirm_list(ann, page, **corrections, **unticked)

    assert names_in(event) == []
    assert "Check the lines you corrected" in text_of(review)
    assert review.context["text"] == "Ian Bell\nZoë Brand\nAnn - paid\n"
    confirm_list(ann, review)
    assert names_in(event) == ["Ian Bell", "Zoë Brand", "Ann"]


def test_ticks_and_choices_are_kept_while_a_line_is_corrected(event: Event, ann: Client) -> None:
    page = check_list(ann, "Ian Bell *\nZoë Brand\nCy Orr")
    review = ann.post(
        f"{AT}list/",
        {
            "text": page.context["text"],
            "seen": page.context["seen"],
            "line-1": "Ian Bell-Fox",
            "enter-0": "on",
            "enter-1": "on",
            "who-1-0": "guest",
        },
    )
    confirm_list(ann, review)

    assert names_in(event) == ["Ian Bell-Fox", "Zoë Brand"]
    assert Player.objects.get(name="Zoë Brand").is_guest


def test_columns_are_shown_and_kept(event: Event, ann: Client) -> None:
    page = check_list(
        ann,
        "Név;Klub;E-mail;Phone;Minor;Paid\nTom Small;Elora;tom@example.org;519 555 0100;yes;x\n",
    )
    for shown in ("Elora", "tom@example.org · 519 555 0100", "Minor", "“Paid”"):
        assert shown in text_of(page)
    confirm_list(ann, page)

    tom = Player.objects.get(name="Tom Small")
    assert (tom.email, tom.telephone, tom.is_minor) == ("tom@example.org", "519 555 0100", True)
    assert event.entries.get().team == Team.objects.get(name="Elora")


def test_a_list_fills_in_what_the_club_does_not_know_and_changes_nothing_else(
    cast: Cast, event: Event, ann: Client
) -> None:
    Player.objects.filter(pk=cast.ben_plays.pk).update(email="ben@example.org")
    enter_people(cast, event, "Zoë")
    other = Event.objects.create(
        club=cast.club, name="Other", slug="other", starts_at=event.starts_at
    )
    actions.enter_list(
        by=cast.who("ann"), event=other, entries=[NewEntry((cast.ben_plays,))], how="picked"
    )
    before = Event.objects.get(pk=other.pk).revision
    rows = "Name;E-mail;Phone;Minor\nBen Ito;new@example.org;519 555 0100;x"
    confirm_list(ann, check_list(ann, rows))

    ben = Player.objects.get(pk=cast.ben_plays.pk)
    assert (ben.email, ben.telephone) == ("ben@example.org", "519 555 0100")
    assert (ben.is_minor, ben.shown_on(Surface.WEB)) == (True, "Ben I.")
    assert Event.objects.get(pk=other.pk).revision > before
    assert "519 555" not in str([line.details for line in Action.objects.all()])


def test_a_list_tells_who_is_a_minor_of_those_who_are_in_already(
    cast: Cast, event: Event, ann: Client
) -> None:
    enter_people(cast, event, "Tom Small", "Cy Orr")

    confirm_list(ann, check_list(ann, "Name;Minor\nTom Small;x\nCy Orr;\nZoë Brand;"))

    assert names_in(event) == ["Tom Small", "Cy Orr", "Zoë Brand"]
    assert [p.name for p in Player.objects.filter(is_minor=True)] == ["Tom Small"]


@pytest.mark.parametrize(
    "lines",
    ["Tom Small;x\nTom Small;", "Tom Small;\nTom Small;x"],
    ids=["first line", "second line"],
)
@pytest.mark.parametrize("is_in", [True, False])
def test_a_minor_on_one_of_two_lines_is_a_minor(
    cast: Cast, event: Event, ann: Client, lines: str, is_in: bool
) -> None:
    if is_in:
        enter_people(cast, event, "Tom Small")

    confirm_list(ann, check_list(ann, f"Name;Minor\n{lines}\nZoë Brand;"))

    assert names_in(event) == ["Tom Small", "Zoë Brand"]
    assert [p.name for p in Player.objects.filter(is_minor=True)] == ["Tom Small"]


def test_the_page_names_the_headings_it_reads(event: Event, ann: Client) -> None:
    page = text_of(ann.get(f"{AT}list/"))
    for heading in ("First name", "Club", "E-mail", "Phone", "Minor"):
        assert heading in page


# --- A pick from the club -----------------------------------------------------------------


def a_big_club(cast: Cast) -> None:
    Player.objects.bulk_create(
        Player(club=cast.club, name=f"Pat No{n:04}", family_name=f"No{n:04}") for n in range(1000)
    )


def player_boxes(page: Any) -> list[str]:
    found = re.findall(r'name="player"\s+value="(\d+)"( checked)?', text_of(page))
    return [pk for pk, _checked in found]


def test_a_big_club_is_turned_over_page_by_page_and_keeps_its_ticks(
    cast: Cast, event: Event, ann: Client
) -> None:
    a_big_club(cast)
    first = ann.get(f"{AT}pick/")
    assert len(player_boxes(first)) == 200
    chosen = player_boxes(first)[:3]

    second = ann.post(f"{AT}pick/", {"player": chosen, "look": "2"})

    assert second.status_code == 200
    assert player_boxes(second)[:3] == chosen
    assert len(set(player_boxes(second))) == 203
    assert not event.entries.exists(), "turning over enters nobody"

    more = player_boxes(second)[-1]
    ann.post(f"{AT}pick/", {"player": [*chosen, more]})
    assert event.entries.count() == 4


def test_a_player_of_a_big_club_is_found_by_name(cast: Cast, event: Event, ann: Client) -> None:
    a_big_club(cast)
    chosen = player_boxes(ann.get(f"{AT}pick/"))[0]
    found = ann.post(f"{AT}pick/", {"player": chosen, "q": "no0777 pat", "look": "1"})
    assert len(player_boxes(found)) == 2
    assert "Pat No0777" in text_of(found)
    assert 'value="no0777 pat"' in text_of(found)


def test_a_search_without_a_match_has_a_message(cast: Cast, event: Event, ann: Client) -> None:
    found = ann.post(f"{AT}pick/", {"q": "zz", "look": "1"})
    assert player_boxes(found) == []
    assert "data-no-name hidden" not in text_of(found)


def test_those_ticked_are_entered(cast: Cast, event: Event, ann: Client) -> None:
    ann.post(f"{AT}pick/", {"player": [cast.ben_plays.pk, "nonsense", "999999"]})

    assert names_in(event) == ["Ben Ito"]
    assert "Ben Ito" not in text_of(ann.get(f"{AT}pick/"))


# --- Two hundred --------------------------------------------------------------------------


@pytest.mark.long
def test_pages_ask_as_much_for_two_hundred_as_for_two(
    cast: Cast, event: Event, ann: Client, django_assert_max_num_queries: Any
) -> None:
    made = enter_people(cast, event, *(f"Name{n // 26} {chr(65 + n % 26)}x" for n in range(200)))
    Event.objects.update(revision=1)
    text = "\n".join(f"New{n} Person{n}" for n in range(200))

    for path in ("", "pick/", "seeds/?by=rating", "registration/", f"{made[0].pk}/"):
        with django_assert_max_num_queries(18):
            assert ann.get(f"{AT}{path}").status_code == 200
    with django_assert_max_num_queries(14):
        page = check_list(ann, text)
    with django_assert_max_num_queries(28):  # the list is read again under the lock
        confirm_list(ann, page)
    with django_assert_max_num_queries(22):
        ann.post(f"{AT}check-in/", {"everybody": "1"})
    assert event.entries.exclude(checked_in_at=None).count() == 400
