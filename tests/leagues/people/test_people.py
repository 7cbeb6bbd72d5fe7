"""The people at the desk, and the owner's helpers."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import strip_tags
from hypothesis import given
from hypothesis import strategies as st

from leagues.access.roles import Who
from leagues.actions.entries import entries as entry_acts
from leagues.actions.log.undo import undo
from leagues.actions.people.links import give_link
from leagues.actions.people.people import add_player
from leagues.forms.people import PlayerForm
from leagues.models import Action, Club, Entry, EntryPlayer, Event, Match, Player, Surface
from leagues.models.names import guess_family_name, tidy_name
from leagues.reads.people.stored_sums import clear_caches
from leagues.views.desk.people import people_list
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import open_hall


def logged_verbs() -> list[str]:
    return list(Action.objects.values_list("verb", flat=True))


# --- Names ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("Ann Boer", "Boer"),
        ("Anneke van der Berg", "van der Berg"),
        ("Anneke Van Der Berg", "Van Der Berg"),
        ("María de la Cruz", "de la Cruz"),
        ("Ludwig von Beethoven", "von Beethoven"),
        ("Jan 't Hooft", "'t Hooft"),
        ("Fionnuala Ní Dhomhnaill", "Ní Dhomhnaill"),
        ("Síle Nic Gearailt", "Nic Gearailt"),
        ("Seán Ó Súilleabháin", "Ó Súilleabháin"),
        ("Ann-Marie O’Connor-Fitzgerald", "O’Connor-Fitzgerald"),
        ("Sammy Davis Jr.", "Davis Jr."),
        ("Sammy Davis Jnr", "Davis Jnr"),
        ("John Jr Smith", "Smith"),
        ("Wm. Smith", "Smith"),
        ("Madonna", ""),
        ("Van Morrison", "Morrison"),
        ("", ""),
    ],
)
def test_the_surname_is_guessed(name: str, family: str) -> None:
    assert guess_family_name(name) == family


@pytest.mark.parametrize(
    ("name", "family", "short"),
    [
        ("John Smith Jr.", "", "John S."),
        ("Sammy Davis III", "", "Sammy D."),
        ("Ann de la Boer", "", "Ann B."),
        ("Seán Ó Súilleabháin", "", "Seán S."),
        ("Gabriel García Márquez", "García Márquez", "Gabriel G."),
        ("Madonna", "", "Madonna"),
        ("Ann Jr.", "", "Ann J."),
    ],
)
def test_a_short_name_has_the_initial_of_the_surname(name: str, family: str, short: str) -> None:
    assert Player(name=name, family_name=family).short_name == short


@given(st.text(max_size=60))
def test_a_guessed_surname_is_the_end_of_the_name(text: str) -> None:
    name = tidy_name(text)
    assert name.endswith(guess_family_name(name))
    assert tidy_name(name) == name


# --- Adding and changing -----------------------------------------------------------------


def add_person(browser: Client, **typed: str) -> Page:
    return browser.post("/desk/people/add/", typed)


def test_a_name_is_enough(cast: Cast, ann: Client) -> None:
    assert add_person(ann, name="  Fleur   de Vries ").status_code == 302

    fleur = Player.objects.get(name="Fleur de Vries")
    assert (fleur.family_name, fleur.club) == ("de Vries", cast.club)
    line = Action.objects.last()
    assert line is not None
    assert (line.verb, line.user, line.details["name"]) == (
        "add_player",
        cast.ann,
        "Fleur de Vries",
    )


def test_all_that_is_known_of_a_player_is_kept(ann: Client) -> None:
    add_person(
        ann,
        name="Beverly Kim",
        family_name="Kim",
        alias="Bev",
        is_guest="on",
        is_minor="on",
        name_on_wall="alias",
        name_on_web="short",
        name_in_export="full",
        other_names="Bev K.\n\n bev k. \nBeverley Kim",
    )

    bev = Player.objects.get(name="Beverly Kim")
    assert (bev.is_guest, bev.is_minor, bev.alias) == (True, True, "Bev")
    assert (bev.name_on_wall, bev.name_on_web, bev.name_in_export) == ("alias", "short", "full")
    assert sorted(a.name for a in bev.aliases.all()) == ["Beverley Kim", "bev k."]


def test_the_fields_of_other_names_are_folded_until_one_is_filled_in(ann: Client) -> None:
    assert "<details >" in ann.get("/desk/people/add/").text.split("Show another name")[0]
    refused = add_person(ann, name="", alias="Bev").text
    assert refused.split("Show another name")[0].count("<details open>") == 1
    assert refused.split("Show another name")[1].count('value="Bev"') == 1


def test_after_add_and_another_enter_adds_another(ann: Client) -> None:
    typed = {"name": "Flo Hay", "more": "1"}
    page: Page = ann.post("/desk/people/add/", typed, follow=True)

    [field] = re.findall(r'<input[^>]*name="name"[^>]*>', page.text)
    assert "autofocus" in field
    actions = page.text[page.text.index('<div class="actions">') :]
    assert actions.index('name="more"') < actions.index(">Add<")


def test_a_list_of_names_and_addresses_is_added_in_one_paste(cast: Cast, ann: Client) -> None:
    """E-mail addresses may be written in several ways beside a name; no person is added twice."""
    Player.objects.create(club=cast.club, name="Fay Brown")
    text = (
        "Eve Lee eve@example.org\nGus Ray, gus@example.org\n"
        "Hal Ott <hal@example.org>\nIvy Poe\tivy@example.org\n"
        "Fay Brown fay@example.org\neve lee\nIwy Poe"
    )
    page: Page = ann.post("/desk/people/list/", {"text": text})
    assert "Looks like" not in page.text  # Ivy Poe is new herself
    ticks = {"seen": page.context_data["seen"], "text": text, "enter": "1"}
    for at, proposal in enumerate(page.context_data["proposals"]):
        if proposal.is_wanted:
            ticks[f"enter-{at}"] = "on"
    page = ann.post("/desk/people/list/", ticks, follow=True)

    assert "5 people are added." in page.text
    known = dict(Player.objects.exclude(email="").values_list("name", "email"))
    assert known == {
        "Eve Lee": "eve@example.org",
        "Gus Ray": "gus@example.org",
        "Hal Ott": "hal@example.org",
        "Ivy Poe": "ivy@example.org",
        "Fay Brown": "fay@example.org",
    }
    assert Player.objects.filter(name__iexact="eve lee").count() == 1
    assert Player.objects.get(name="Gus Ray").family_name == "Ray"

    added = Action.objects.get(verb="add_players")
    assert "@" not in str(added.details)
    undo(by=cast.who("ann"), action=added)
    here = Player.objects.present().filter(name__in=known)
    assert [each.name for each in here] == ["Fay Brown"]


def test_a_list_that_is_read_again_adds_no_one(cast: Cast, ann: Client) -> None:
    ann.post("/desk/people/list/", {"text": ""})
    text = "Ben Ito\nBenn Ito"
    page: Page = ann.post("/desk/people/list/", {"text": text})
    assert "Similar to someone in the club" in page.text
    before = Player.objects.count()
    ticks = {"seen": page.context_data["seen"], "text": text, "enter": "1"}
    assert ann.post("/desk/people/list/", ticks).status_code == 422
    ticks |= {"enter-0": "on", "enter-1": "on", "who-1-0": str(cast.ben_plays.pk)}
    assert ann.post("/desk/people/list/", ticks).status_code == 302

    assert Player.objects.count() == before


@pytest.mark.parametrize("where", ["people", "event"])
def test_two_who_send_one_new_list_at_a_time_add_it_once(
    cast: Cast, ann: Client, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The other's list comes in after this one was checked, and before it is taken."""
    address, module, taking = {
        "people": ("/desk/people/list/", people_list, "add_players"),
        "event": ("/desk/events/open/people/list/", entry_acts, "enter_list"),
    }[where]
    Event.objects.create(club=cast.club, name="Open", slug="open", starts_at=timezone.now())
    page: Page = ann.post(address, {"text": "Eve Lee\nGus Ray"})
    typed = {"seen": page.context_data["seen"], "text": "Eve Lee\nGus Ray", "enter": ""}
    typed |= {"enter-0": "on", "enter-1": "on"}
    take = getattr(module, taking)

    def take_second(**arguments: Any) -> Any:
        monkeypatch.setattr(module, taking, take)
        assert ann.post(address, typed).status_code == 302
        return take(**arguments)

    monkeypatch.setattr(module, taking, take_second)
    page = ann.post(address, typed)

    assert page.status_code == 422
    assert "people list of the club has just changed" in page.text
    assert Player.objects.filter(name__in=["Eve Lee", "Gus Ray"]).count() == 2
    assert page.context_data["seen"] != typed["seen"]


def test_a_change_is_logged_with_what_was_before(cast: Cast, ann: Client) -> None:
    ann.post(
        f"/desk/people/{cast.cat_plays.pk}/",
        {"name": "Cat van den Berg", "family_name": "van den Berg"},
    )

    line = Action.objects.last()
    assert line is not None
    assert line.details["before"] == {"name": "Cat van der Berg", "family_name": "van der Berg"}


def test_one_form_saves_a_name_and_an_address(cast: Cast, ann: Client) -> None:
    here = f"/desk/people/{cast.cat_plays.pk}/"
    page = ann.get(here).text
    [form] = re.findall(r"<form class=\"wide\"\s+method=\"post\".*?</form>", page, re.DOTALL)
    for name in (*PlayerForm().fields, "email", "telephone"):
        assert f'name="{name}"' in form

    ann.post(here, {"name": "Cat Berg", "email": "cat@example.org"})
    cat = Player.objects.get(pk=cast.cat_plays.pk)
    assert (cat.name, cat.email) == ("Cat Berg", "cat@example.org")

    wrong = ann.post(here, {"name": "Cat Stone", "email": "cat at home"})
    assert wrong.status_code == 422
    assert "Cat Stone" in wrong.text
    assert Player.objects.get(pk=cat.pk).name == "Cat Berg", "all of it or nothing"


def test_the_page_of_a_person_leads_back_to_the_event_it_was_opened_from(
    cast: Cast, ann: Client
) -> None:
    event = Event.objects.create(
        club=cast.club, name="Westport Open", slug="open", starts_at=timezone.now()
    )
    entry = Entry.objects.create(event=event)
    EntryPlayer.objects.create(entry=entry, event=event, player=cast.cat_plays)
    here = f"/desk/people/{cast.cat_plays.pk}/?event=open"
    assert f'href="{here}"' in ann.get(f"/desk/events/open/people/{entry.pk}/").text

    saved = ann.post(here, {"name": "Cat Berg"}, follow=True)

    assert 'href="/desk/events/open/people/"' in saved.text
    for other in ("", "?event=none", "?event=%00"):
        page = ann.get(f"/desk/people/{cast.cat_plays.pk}/{other}").text
        assert "/desk/events/open/" not in page


def test_saving_without_a_change_writes_no_line(cast: Cast, ann: Client) -> None:
    before = Action.objects.count()
    ann.post(
        f"/desk/people/{cast.cat_plays.pk}/",
        {"name": "Cat van der Berg", "family_name": "van der Berg"},
    )

    assert Action.objects.count() == before


def test_a_changed_name_moves_the_events_it_is_read_in(cast: Cast, ann: Client) -> None:
    event = Event.objects.create(club=cast.club, name="Open", slug="open", starts_at=timezone.now())
    entry = Entry.objects.create(event=event)
    EntryPlayer.objects.create(entry=entry, event=event, player=cast.cat_plays)

    ann.post(f"/desk/people/{cast.cat_plays.pk}/", {"name": "Catharina"})

    event.refresh_from_db()
    assert event.revision == 1


def test_the_page_shows_what_each_surface_shows(cast: Cast, ann: Client) -> None:
    Player.objects.filter(pk=cast.cat_plays.pk).update(
        name_on_wall="alias", alias="Kitty", is_minor=True, name_in_export="full"
    )
    page = ann.get(f"/desk/people/{cast.cat_plays.pk}/")

    assert page.context["shown_names"] == [
        ("on screens", "Kitty"),
        ("on the web", "Cat B."),
        ("in exports", "Cat van der Berg"),
        ("in files that anyone can download", "Cat B."),
        ("at the desk", "Cat van der Berg"),
    ]


def test_a_name_that_is_the_same_everywhere_is_one_line(cast: Cast, ann: Client) -> None:
    text = " ".join(ann.get(f"/desk/people/{cast.ben_plays.pk}/").text.split())
    assert "Shown everywhere as Ben Ito" in text
    assert "Names shown" not in text
    fold = text.split("<details >")[1].split("</details>")[0]
    for name in ("alias", "name_on_wall", "name_on_web", "name_in_export"):
        assert f'name="{name}"' in fold
    assert text.index("Contact details") < text.index("A guest, not a member")


def test_another_name_somewhere_is_open_to_be_changed(cast: Cast, ann: Client) -> None:
    Player.objects.filter(pk=cast.ben_plays.pk).update(name_on_web="alias", alias="Benny")
    page = ann.get(f"/desk/people/{cast.ben_plays.pk}/").text
    assert "Names shown" in page
    assert "<details open>" in page


def test_names_are_shown_while_typing(ann: Client) -> None:
    page = ann.get("/desk/people/names/", {"name": "Fleur de Vries", "is_minor": "on"})

    assert page.content.decode().count("Fleur V.") == 4
    assert not Player.objects.filter(name="Fleur de Vries").exists()


@pytest.mark.parametrize("name", ["🎯", "李小龍", "محمد علي", "X Æ A-12", "<b>Bold</b>", "O'Neil"])
def test_a_name_may_be_any_name(ann: Client, name: str) -> None:
    assert add_person(ann, name=name).status_code == 302
    assert "<b>Bold" not in ann.get("/desk/people/").content.decode()
    assert ann.get(f"/desk/people/{Player.objects.get(name=name).pk}/").status_code == 200


# --- Finding ------------------------------------------------------------------------------


def names_on(page: Page) -> list[str]:
    return [player.name for player in page.context["page"].object_list]


def test_an_accent_does_not_move_a_name_in_a_list(cast: Cast) -> None:
    names = ("Zoe Yates", "José Álvarez", "Ida Øberg", "Émile", "Al Adams", "Bo Łuk")
    for name in names:
        family = guess_family_name(name)
        Player.objects.create(club=cast.club, name=name, family_name=family)
    here = Player.objects.filter(name__in=names)
    in_order = [*("Al Adams", "José Álvarez", "Émile", "Bo Łuk", "Ida Øberg", "Zoe Yates")]

    assert [each.name for each in here.by_surname()] == in_order
    assert [each.name for each in here.as_listed()] == in_order
    assert here.letters() == ["A", "E", "L", "O", "Y"]
    assert [each.name for each in here.as_listed("A")] == in_order[:2]


def test_a_shortened_name_is_listed_by_the_initial_that_is_shown(cast: Cast) -> None:
    """Esme de la Cruz is shown as Esme C., and Sean Ó Briain as Sean B."""
    for name in ("Esme de la Cruz", "Sean Ó Briain", "Vera van"):
        family = guess_family_name(name)
        Player.objects.create(club=cast.club, name=name, family_name=family, is_minor=True)
    for name in ("Al Adams", "Di Dunn", "Jo de Boer"):
        family = guess_family_name(name)
        Player.objects.create(club=cast.club, name=name, family_name=family)
    here = Player.objects.exclude(pk__in=[cast.cat_plays.pk, cast.ben_plays.pk])

    shown = [each.shown_on(Surface.WEB) for each in here.as_listed()]
    assert shown == ["Al Adams", "Sean B.", "Esme C.", "Jo de Boer", "Di Dunn", "Vera V."]
    assert here.letters() == ["A", "B", "C", "D", "V"]


def test_the_list_is_by_surname(ann: Client) -> None:
    assert names_on(ann.get("/desk/people/")) == ["Ben Ito", "Cat van der Berg"]


def test_a_player_with_one_name_is_sorted_by_it(cast: Cast, ann: Client) -> None:
    for name in ("Madonna", "Wm. Aalto", "John Zuk Jr."):
        Player.objects.create(club=cast.club, name=name, family_name=guess_family_name(name))

    assert names_on(ann.get("/desk/people/")) == [
        "Wm. Aalto",
        "Ben Ito",
        "Madonna",
        "Cat van der Berg",
        "John Zuk Jr.",
    ]


@pytest.mark.parametrize(
    "written", ["O'Brien", "O’Brien", "O\u02bcbrien", "O\u00b4Brién", "O Brien"]
)
@pytest.mark.parametrize("sought", ["brien", "o'brien", "O’BRIEN", "o brién"])
def test_apostrophes_and_accents_hide_no_player(
    cast: Cast, ann: Client, written: str, sought: str
) -> None:
    Player.objects.filter(pk=cast.cat_plays.pk).update(name=f"Pat {written}")

    assert names_on(ann.get("/desk/people/", {"q": sought})) == [f"Pat {written}"]


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("BERG", ["Cat van der Berg"]),
        ("erg", ["Cat van der Berg"]),
        ("van cat", ["Cat van der Berg"]),
        ("kitty", ["Cat van der Berg"]),
        ("Catherine", ["Cat van der Berg"]),
        ("nobody", []),
        ("\x00", ["Ben Ito", "Cat van der Berg"]),
        ("x" * 500, ["Ben Ito", "Cat van der Berg"]),
        ("%", []),
    ],
)
def test_a_player_is_found_by_any_name(
    cast: Cast, ann: Client, sought: str, found: list[str]
) -> None:
    Player.objects.filter(pk=cast.cat_plays.pk).update(alias="Kitty")
    cast.cat_plays.aliases.create(name="Catherine Mountain")

    assert names_on(ann.get(f"/desk/people/?q={quote(sought)}")) == found


@pytest.mark.parametrize("page", ["0", "-1", "2", "9999", "x", "\x00", "9" * 400])
def test_a_page_that_is_none_is_the_nearest(ann: Client, page: str) -> None:
    assert ann.get("/desk/people/", {"page": page}).status_code == 200


def test_five_hundred_people_take_as_many_queries_as_five(cast: Cast, ann: Client) -> None:
    ann.get("/desk/people/")
    with CaptureQueriesContext(connection) as few:
        ann.get("/desk/people/")
    Player.objects.bulk_create(
        Player(club=cast.club, name=f"Player {n:03}", family_name=f"{n:03}") for n in range(500)
    )
    with CaptureQueriesContext(connection) as many:
        page = ann.get("/desk/people/")

    assert len(many) == len(few) <= 13
    assert len(names_on(page)) == 100
    assert page.context["page"].paginator.count == 502


def beat(cast: Cast, winner: str, loser: str, **facts: object) -> Event:
    """A finished match of two new players at an event."""
    hall = open_hall(cast, names=[winner, loser])
    hall.publish((1, 2))
    hall.type_card(hall.at(1), "20 20 20 20")
    Event.objects.filter(pk=hall.event.pk).update(**facts)
    return hall.event


def head_of(page: Page) -> str:
    """The words of a person's page above the form."""
    head = page.text.split('<header class="page-head">')[1].split("<form")[0]
    return " ".join(strip_tags(head).split())


def test_the_list_shows_who_won_lately(cast: Cast, ann: Client) -> None:
    beat(cast, "Xia Won", "Yan Lost")
    ann.get("/desk/people/")
    with CaptureQueriesContext(connection) as few:
        page = ann.get("/desk/people/")
    [xia] = re.findall(r"Xia Won</a>.*?</tr>", page.text, re.DOTALL)
    [yan] = re.findall(r"Yan Lost</a>.*?</tr>", page.text, re.DOTALL)
    [ben] = re.findall(rf"{cast.ben_plays.name}</a>.*?</tr>", page.text, re.DOTALL)
    entries = [Player(club=cast.club, name=f"P {n}") for n in range(20)]
    Player.objects.bulk_create(entries)
    with CaptureQueriesContext(connection) as many:
        ann.get("/desk/people/")

    assert 'aria-label="Last: won"' in xia
    assert 'aria-label="Last: lost"' in yan
    assert "Last:" not in ben
    assert len(many) == len(few)


def test_the_page_of_a_person_shows_what_they_did_before_the_form(cast: Cast, ann: Client) -> None:
    beat(cast, "Xia Won", "Yan Lost")
    xia = Player.objects.get(name="Xia Won")
    finished = Match.objects.get().finished_at
    assert finished is not None
    Match.objects.update(finished_at=finished.replace(year=2025, month=3, day=3, hour=12))

    page = ann.get(f"/desk/people/{xia.pk}/")
    head, text = head_of(page), page.text

    assert text.index("1–0–0") < text.index("View the page") < text.index('name="family_name"')
    assert "Last played Mon 3 Mar 2025" in head


def test_private_matches_are_not_added_up_at_the_desk_either(cast: Cast, ann: Client) -> None:
    beat(cast, "Xia Won", "Yan Lost", visibility=Event.Visibility.PRIVATE)
    clear_caches()
    xia = Player.objects.get(name="Xia Won")

    assert head_of(ann.get(f"/desk/people/{xia.pk}/")) == "Xia Won"


def test_the_page_of_a_person_shows_their_role_and_their_link(cast: Cast, ann: Client) -> None:
    Player.objects.filter(pk=cast.ben_plays.pk).update(user=cast.sam, is_guest=True)
    give_link(by=cast.who("ann"), player=cast.ben_plays)

    head = head_of(ann.get(f"/desk/people/{cast.ben_plays.pk}/"))

    assert head.startswith(f"{cast.ben_plays.name} Scorer Guest Account Link")
    assert "Scorer" not in head_of(ann.get(f"/desk/people/{cast.cat_plays.pk}/"))


def test_people_of_other_clubs_are_not_ours_to_change(cast: Cast, ann: Client) -> None:
    away = Club.objects.create(name="Eastport", slug="eastport")
    player = Player.objects.create(club=away, name="Ed")

    assert "Ed" not in names_on(ann.get("/desk/people/"))
    assert ann.get(f"/desk/people/{player.pk}/").status_code == 404


# --- The bin ------------------------------------------------------------------------------


def test_the_bin_hides_and_restores(cast: Cast, ann: Client) -> None:
    path = f"/desk/people/{cast.cat_plays.pk}/"

    ann.post(f"{path}bin/")
    assert names_on(ann.get("/desk/people/")) == ["Ben Ito"]
    assert names_on(ann.get("/desk/people/?bin")) == ["Cat van der Berg"]
    assert "In the bin" in ann.get(path).content.decode()

    ann.post(f"{path}restore/")
    assert "Cat van der Berg" in names_on(ann.get("/desk/people/"))
    assert logged_verbs()[-2:] == ["bin_player", "restore_player"]


def test_binning_twice_is_logged_once(cast: Cast, ann: Client) -> None:
    for _ in range(2):
        ann.post(f"/desk/people/{cast.cat_plays.pk}/bin/")
        ann.post(f"/desk/people/{cast.ben_plays.pk}/restore/")

    assert logged_verbs().count("bin_player") == 1
    assert "restore_player" not in logged_verbs()


def test_no_player_in_the_bin_gets_a_link(cast: Cast, ann: Client) -> None:
    ann.post(f"/desk/people/{cast.cat_plays.pk}/bin/")

    assert ann.post(f"/desk/people/{cast.cat_plays.pk}/link/").status_code == 404


# --- Their link, from the desk --------------------------------------------------------------


def test_the_link_is_shown_once_with_a_picture(cast: Cast, ann: Client) -> None:
    page = ann.post(f"/desk/people/{cast.ben_plays.pk}/link/")

    address = page.context["address"]
    assert Client().get(address).status_code == 200
    assert "<svg" in page.content.decode()
    assert "style=" not in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    again = ann.get(f"/desk/people/{cast.ben_plays.pk}/")
    assert address not in again.content.decode()


def test_a_revoked_link_opens_nothing(cast: Cast, ann: Client) -> None:
    ann.post(f"/desk/people/{cast.cat_plays.pk}/link/revoke/")

    assert Client().get(f"/me/{cast.cats_token}/").status_code == 404
    assert logged_verbs()[-1] == "revoke_link"


def test_actions_may_have_no_account(cast: Cast) -> None:
    """Commands such as the demo have no account."""
    player = add_player(by=Who(), club=cast.club, name="Zoë")

    line = Action.objects.last()
    assert line is not None
    assert (line.user, line.details["player"]) == (None, player.pk)
