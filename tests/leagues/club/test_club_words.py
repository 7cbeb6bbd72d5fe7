"""A club says its own words for round, game, match and night, and nobody else's name changes."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext

from leagues.access.languages import club_language, take_up_words
from leagues.access.roles import who_is
from leagues.actions.club.words import change_club_words
from leagues.actions.log.undo import undo
from leagues.models import Action, Club
from leagues.reads.data.event_tables import matches_table
from leagues.reads.data.league_tables import weeks_table
from leagues.reads.screens.wall import View
from leagues.say import say
from leagues.words.hungarian import MATCH
from leagues.words.put import OwnWords
from leagues.words.said import SiteWords
from scoring.text import Count, Text
from tests.cast import Cast
from tests.leagues.leagues.mondays import FIRST, Mondays
from tests.leagues.phones.at_boards import (
    open_phones,
)
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.screens.walls import wall_page
from tests.leagues.tables.test_public_standings import play
from tests.pseudo import texts_of

pytestmark = pytest.mark.django_db

FRAMES: OwnWords = {
    "game": {"game": "frame", "games": "frames"},
    "round": {"round": "end", "rounds": "ends"},
}
DUELS: OwnWords = {
    "game": {"Spiel": "Duell", "Spiels": "Duells", "Spiele": "Duelle", "Spielen": "Duellen"},
    "round": {"Runde": "Kehre", "Runden": "Kehren"},
}  # fmt: skip
LAPS = {
    "Durchgang": "Lauf",
    "Durchgangs": "Laufs",
    "Durchgänge": "Läufe",
    "Durchgängen": "Läufen",
}
GERMAN = {"accept-language": "de"}


def give(cast: Cast, words: OwnWords, language: str = "en") -> None:
    club = Club.objects.get(is_home=True)
    change_club_words(by=who_is(cast.olga), club=club, language=language, words=words)
    club.refresh_from_db()
    take_up_words(club)


def read(browser: Client, path: str, **headers: str) -> str:
    return browser.get(path, headers=headers or None).content.decode()


# --- Sentences ----------------------------------------------------------------------------


def test_sentences_are_said_in_the_clubs_words(cast: Cast) -> None:
    give(cast, FRAMES)
    with override("en"):
        assert _("Who won the round?") == "Who won the end?"
        assert _("No rounds have been reported for this match.") == (
            "No ends have been reported for this match."
        )
        assert _("Game %(number)s") % {"number": 6} == "Frame 6"
        assert pgettext("pairing rounds", "Games") == "Frames"
        assert ngettext("{n} game", "{n} games", 2) == "{n} frames"
        assert say(Count("{n} round", "{n} rounds", 3)) == "3 ends"
        assert say(Text("A match is the best of {games} games.", games=3)) == (
            "A match is the best of 3 frames."
        )


def test_other_words_stay(cast: Cast) -> None:
    give(cast, FRAMES)
    with override("en"):
        assert _("Merge the other way") == "Merge the other way"
        assert _("Round of {size}") == "Round of {size}"
    with override("de"):
        assert _("Who won the round?") == "Wer hat die Runde gewonnen?"


def test_sentences_of_the_packages_are_not_ours_to_change(cast: Cast) -> None:
    give(cast, {"match": {"match": "tie", "matches": "ties"}})
    with override("en"):
        said = "The two password fields didn’t match."
        assert _(said) == said
        assert _("No round was played.") == "No round was played."


def test_a_language_declines_as_the_club_said(cast: Cast) -> None:
    give(cast, DUELS, "de")
    with override("de"):
        assert _("Who won the round?") == "Wer hat die Kehre gewonnen?"
        assert _("Points earned in the night’s games") == (
            "Die Punkte aus den Duellen des Abends"
        )
        assert _("extra rounds") == "Zusatzkehren"
        assert _("Add to the team") == "Spielen lassen"


def test_hungarian_has_its_article_and_all_its_forms(cast: Cast) -> None:
    own = {form: form.replace("mérkőzés", "ütközet") for form in MATCH.split()}
    give(cast, {"match": own}, "hu")
    with override("hu"):
        assert _("The rounds of this match are entered: change them there.") == (
            "Ennek az ütközetnek a körei be vannak írva: ott módosíts."
        )


def test_what_was_said_before_is_not_said_again(cast: Cast) -> None:
    with override("en"):
        assert say(Text("the game is a tie")) == "the game is a tie"
    give(cast, FRAMES)
    with override("en"):
        assert say(Text("the game is a tie")) == "the frame is a tie"
    give(cast, {})
    with override("en"):
        assert say(Text("the game is a tie")) == "the game is a tie"


def test_files_that_are_read_again_keep_the_words_of_the_site(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    give(cast, {**FRAMES, "match": {"match": "bout", "matches": "bouts"}})
    with override("en"):
        assert "Round" in matches_table(hall.event).columns
        assert "Match" in matches_table(hall.event).columns
        assert "Match" in weeks_table(Mondays.open(cast).league, FIRST).columns
        with SiteWords("en"):
            assert _("Who won the round?") == "Who won the round?"
        assert _("Who won the round?") == "Who won the end?"


def test_background_work_says_them_too(cast: Cast) -> None:
    Club.objects.filter(is_home=True).update(words={"en": FRAMES})
    with override(club_language()):
        assert _("Game") == "Frame"


# --- Pages ----------------------------------------------------------------------------------

PUBLIC = (
    "/",
    "/events/",
    "/events/westport-open/",
    "/events/westport-open/standings/",
    "/events/westport-open/matches/",
)


def old_words(page: str, *words: str) -> list[str]:
    return [
        text
        for text in texts_of(page)
        if set(words) & set(text.lower().replace(",", " ").replace(".", " ").split())
    ]


def test_no_public_page_says_the_old_word(cast: Cast) -> None:
    play(open_hall(cast, names=["Ann Round", "Ben Game", "Cy C", "Di D"]), (1, 2, 8))
    give(cast, FRAMES)
    browser = Client()
    said = {path: read(browser, path) for path in PUBLIC}

    assert all(
        not [text for text in old_words(page, "game", "games") if "Ben" not in text]
        for page in said.values()
    ), {path: old_words(page, "game", "games") for path, page in said.items()}
    assert any("rame" in page for page in said.values())
    assert "Ann Round" in said["/events/westport-open/standings/"]


@pytest.mark.long
def test_no_german_page_says_the_old_word(cast: Cast) -> None:
    play(open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"]), (1, 2, 8))
    give(cast, {**DUELS, "drawn": LAPS}, "de")  # fmt: skip
    browser = Client()
    for path in PUBLIC:
        page = read(browser, path, **GERMAN)
        assert not old_words(page, "durchgang", "durchgänge", "spiel", "runde"), path
    assert "Lauf" in read(browser, "/events/westport-open/matches/", **GERMAN)
    assert "Lauf" not in read(browser, "/events/westport-open/matches/")


def test_undoing_brings_the_old_words_back(cast: Cast) -> None:
    play(open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"]), (1, 2, 8))
    give(cast, FRAMES)
    assert "Frame 1" in read(Client(), "/events/westport-open/matches/")

    line = Action.objects.get(verb="change_club_words")
    undo(by=who_is(cast.olga), action=line)

    assert "Frame 1" not in read(Client(), "/events/westport-open/matches/")


def test_programs_are_answered_in_the_words_of_the_site(cast: Cast) -> None:
    give(cast, FRAMES)
    read(Client(), "/")
    answer = Client().get("/api/v1/nothing/")
    assert "frame" not in answer.content.decode()


def test_a_phone_says_them_in_its_page_and_in_what_it_is_answered(cast: Cast) -> None:
    phone = open_phones(cast).phone(0)
    give(cast, FRAMES)

    page = read(phone.browser, phone.address)
    assert ">frame {game}, end {number}<" in page
    assert ">Who won the end?<" in page
    assert not old_words(page, "round", "rounds", "game", "games")

    assert "End 2 of frame 1 is not due" in str(phone.says(2, "2-0"))


def test_the_wall_says_them_in_the_clubs_language(cast: Cast) -> None:
    hall = open_phones(cast).desk
    Club.objects.filter(is_home=True).update(language="de")
    give(cast, {"drawn": LAPS}, "de")
    said = wall_page(cast, hall, View.PAIRINGS)
    assert "Lauf 1" in said
    assert "Durchgang" not in said


def test_no_desk_page_of_an_event_says_the_old_word(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    play(hall, (1, 2, 8))
    give(cast, {**FRAMES, "match": {"match": "bout", "matches": "bouts"}})
    browser = cast.browser_of("olga")
    for page in ("", "matches/", "matches/1/", "draw/", "log/", "paper/", "screens/"):
        said = read(browser, f"/desk/events/westport-open/{page}")
        assert not old_words(said, "game", "games", "round", "rounds", "match"), page


def test_no_page_of_a_league_says_the_old_word(cast: Cast) -> None:
    league = Mondays.open(cast, "Ann", "Ben").league
    give(cast, {"night": {"night": "meet", "nights": "meets"}})
    for who in (Client(), cast.browser_of("olga")):
        said = read(who, f"/leagues/{league.slug}/")
        assert "meet" in said
        assert not old_words(said, "night", "nights")


# --- The page of the desk ---------------------------------------------------------------------


WORDS = "/desk/words/?language=en"


def test_the_owner_gives_words_and_empties_them(cast: Cast) -> None:
    olga = cast.browser_of("olga")
    answer = olga.post(WORDS, {"game-0": "Frame", "game-1": "frames"})
    assert answer.status_code == 302
    assert Club.objects.get(is_home=True).words == {
        "en": {"game": {"game": "frame", "games": "frames"}}
    }
    assert 'value="frame"' in read(olga, WORDS)

    olga.post(WORDS, {})
    assert Club.objects.get(is_home=True).words == {}
    assert Action.objects.filter(verb="change_club_words").count() == 2

    olga.post(WORDS, {})
    assert Action.objects.filter(verb="change_club_words").count() == 2


def test_a_word_has_all_its_forms_or_none(cast: Cast) -> None:
    olga = cast.browser_of("olga")
    answer = olga.post(WORDS, {"match-0": "party"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="party"' in page
    assert 'value="parties"' in page
    assert Club.objects.get(is_home=True).words == {}


@pytest.mark.parametrize(
    ("language", "sent", "why"),
    [
        ("en", {"game-0": "<b>x</b>", "game-1": "x"}, "Letters only"),
        ("en", {"game-0": "match", "game-1": "matches"}, "would read like"),
        ("fr", {"round-0": "étape", "round-1": "étapes"}, "a vowel or h"),
    ],
)
def test_some_words_are_refused(
    cast: Cast, language: str, sent: dict[str, str], why: str
) -> None:
    answer = cast.browser_of("olga").post(f"/desk/words/?language={language}", sent)
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert Club.objects.get(is_home=True).words == {}


def test_two_words_that_are_written_alike_may_stay_so(cast: Cast) -> None:
    same = {"0": "mano", "1": "manos"}
    sent = {
        f"{word}-{n}": own for word in ("round", "drawn") for n, own in same.items()
    }
    answer = cast.browser_of("olga").post("/desk/words/?language=es", sent)
    assert answer.status_code == 302


def test_what_is_typed_is_previewed(cast: Cast) -> None:
    answer = cast.browser_of("olga").get(
        WORDS + "&round-0=end", headers={"hx-request": "true"}
    )
    assert "Who won the end?" in answer.content.decode()
    assert "<form" not in answer.content.decode()
    assert Club.objects.get(is_home=True).words == {}


def test_words_of_a_file_that_are_no_words_are_not_said(cast: Cast) -> None:
    Club.objects.filter(is_home=True).update(
        words={"en": {"game": {"game": "<script>", "games": 3}}, "tlh": 1}
    )
    assert "<script>" not in read(Client(), "/events/")
    Club.objects.filter(is_home=True).update(words=["game"])
    assert Client().get("/events/").status_code == 200
