"""A club's own wording replaces texts of the site and changes nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override, pgettext
from pytest_django import DjangoAssertNumQueries, Settings

from leagues.access.languages import club_language
from leagues.access.roles import who_is
from leagues.actions.club.texts import change_text, move_renamed_texts, reset_text, use_word_set
from leagues.actions.log.undo import undo
from leagues.models import Action, Club, OwnText
from leagues.reads.data.event_tables import matches_table
from leagues.reads.data.league_tables import weeks_table
from leagues.reads.screens.wall import View
from leagues.say import say
from leagues.texts.lookup import SiteTexts, install_club_texts
from leagues.texts.messages import fault_in, plural_forms, renamed_file, site_texts, translations_in
from leagues.texts.word_sets import WORD_SETS, texts_of
from scoring.text import Count, Text
from tests.cast import Cast
from tests.leagues.leagues.mondays import FIRST, Mondays
from tests.leagues.phones.at_boards import open_phones
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.screens.walls import wall_page
from tests.leagues.tables.test_public_standings import play_games
from tests.pseudo import texts_of as shown_on

pytestmark = pytest.mark.django_db

GERMAN = {"accept-language": "de"}
PAGE = "/desk/texts/"
WON = "Who won the round?"


def home_club() -> Club:
    return Club.objects.get(is_home=True)


def give_text(cast: Cast, key: str, *texts: str, language: str = "en") -> None:
    change_text(
        by=who_is(cast.olga),
        club=home_club(),
        language=language,
        text=site_texts()[key],
        texts=texts,
    )
    install_club_texts(home_club())


def use_words(cast: Cast, name: str) -> int:
    count = use_word_set(by=who_is(cast.olga), club=home_club(), name=name)
    install_club_texts(home_club())
    return count


def read(browser: Client, path: str, **headers: str) -> str:
    return browser.get(path, headers=headers or None).content.decode()


# --- Lookup ---------------------------------------------------------------------------------


def test_a_text_reads_as_the_club_wants_in_that_language_alone(cast: Cast) -> None:
    give_text(cast, WON, "Wem gehört die Runde?", language="de")
    with override("de"):
        assert _(WON) == "Wem gehört die Runde?"
        assert _("Desk") == translations_in("de")["Desk"][0]
    with override("en"):
        assert _(WON) == WON


def test_english_has_texts_of_its_own_too(cast: Cast) -> None:
    give_text(cast, WON, "Whose round was it?")
    with override("en"):
        assert _(WON) == "Whose round was it?"
    with override("de"):
        assert _(WON) == translations_in("de")[WON][0]


def test_a_text_of_one_context_leaves_the_others(cast: Cast) -> None:
    give_text(cast, "pairing round\x04Game", "Frame")
    with override("en"):
        assert pgettext("pairing round", "Game") == "Frame"
        assert _("Game") == "Game"


def test_each_plural_form_has_a_text(cast: Cast) -> None:
    give_text(cast, "{n} round", "{n} Kehre", "{n} Kehren", language="de")
    with override("de"):
        assert ngettext("{n} round", "{n} rounds", 1) == "{n} Kehre"
        assert say(Count("{n} round", "{n} rounds", 3)) == "3 Kehren"


def test_a_changed_text_is_shown_instead_of_the_earlier_one(cast: Cast) -> None:
    tie = "the game is a tie"
    with override("en"):
        assert say(Text(tie)) == tie
    give_text(cast, tie, "the frame is a tie")
    with override("en"):
        assert say(Text(tie)) == "the frame is a tie"
    reset_text(by=who_is(cast.olga), own=OwnText.objects.select_related("club").get())
    install_club_texts(home_club())
    with override("en"):
        assert say(Text(tie)) == tie


def test_files_that_are_read_again_have_the_texts_of_the_site(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    give_text(cast, "Match", "Bout")
    with override("en"):
        assert "Match" in matches_table(hall.event).columns
        assert "Match" in weeks_table(Mondays.open(cast).league, FIRST).columns
        with SiteTexts():
            assert _("Match") == "Match"
            assert ngettext("{n} round", "{n} rounds", 2) == "{n} rounds"
        assert _("Match") == "Bout"


def test_programs_are_answered_in_the_texts_of_the_site(cast: Cast) -> None:
    give_text(cast, "Page not found", "Void")
    assert "Void" in read(Client(), "/nothing/")
    assert "Void" not in read(Client(), "/api/v1/nothing/")
    assert "Void" in read(Client(), "/nothing/")


def test_background_work_has_the_clubs_texts(cast: Cast) -> None:
    give_text(cast, WON, "Whose round was it?")
    install_club_texts(None)
    with override(club_language()):
        assert _(WON) == "Whose round was it?"


def test_a_process_asks_for_rows_only_after_a_change(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    give_text(cast, WON, "Whose round was it?")
    club = home_club()
    with django_assert_num_queries(0):
        install_club_texts(club)
    club.texts_revision += 1  # by another process
    with django_assert_num_queries(1):
        install_club_texts(club)


def test_a_row_that_would_break_a_page_is_not_shown(cast: Cast) -> None:
    rows = {"Desk": ["<script>"], "Log": "Log", "{n} round": ["{n} end"], "Game %(n)s": ["%(x)s"]}
    for key, texts in rows.items():
        plural = site_texts()[key].plural
        OwnText.objects.create(
            club=home_club(), language="en", message=key, plural=plural, texts=texts
        )
    OwnText.objects.create(club=home_club(), language="tlh", message="Desk", texts=["raS"])
    Club.objects.update(texts_revision=1)
    install_club_texts(home_club())
    with override("en"):
        assert _("Desk") == "Desk"
        assert _("Log") == "Log"
        assert _("Game %(n)s") == "Game %(n)s"
        assert ngettext("{n} round", "{n} rounds", 1) == "{n} round"
    page = read(cast.browser_of("olga"), PAGE)
    assert "No longer shown" in page
    assert "&lt;script&gt;" in page


# --- Placeholders and markup a text must keep -------------------------------------------------


@pytest.mark.parametrize(
    ("text", "english", "why"),
    [
        ("Frame %(n)s", ("Game %(n)s",), ""),
        ("Frame", ("Game %(n)s",), "needs %(n)s"),
        ("Frame %(n)s %(n)s", ("Game %(n)s",), "can’t have %(n)s"),
        ("Frame %(n)d", ("Game %(n)s",), "needs %(n)s"),
        ("Frame {n}", ("Game",), "can’t have {n}"),
        ("Frame {", ("Game",), "can’t have {"),
        ("Frame }", ("Game",), "can’t have }"),
        ("100 %", ("All",), "can’t have %"),
        ("100 %%", ("All",), "can’t have %%"),
        ("<b>Frame</b>", ("Game",), "can’t have <b> </b>"),
        ("1 < 2", ("Game",), "can’t have <"),
        ("Frame > end", ("Game",), "can’t have >"),
        ('Frame" onclick', ("Game",), 'can’t have "'),
        ("Brett <b>%(n)s</b>", ("Board <b>%(n)s</b>",), ""),
        ("</b>%(n)s<b>", ("<b>%(n)s</b>",), "can’t have"),
        ("one frame", ("one game", "%(n)s games"), ""),
        ("%(n)s frames", ("one game", "%(n)s games"), ""),
        ("  ", ("Game",), "Enter a text"),
    ],
)
def test_a_text_keeps_gaps_and_has_no_markup(text: str, english: tuple[str, ...], why: str) -> None:
    fault = fault_in(text, english)
    assert why in fault
    assert bool(fault) == bool(why)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_text_of_the_site_passes_its_own_check(language: str) -> None:
    """Otherwise an owner could not save a text unchanged."""
    for key, texts in translations_in(language).items():
        english = site_texts()[key].english
        assert len(texts) == (plural_forms(language) if english[1:] else 1), key
        assert [each for each in texts if fault_in(each, english)] == []


# --- Sets of words ---------------------------------------------------------------------------


def test_a_set_changes_every_text_with_its_words(cast: Cast) -> None:
    assert use_words(cast, "end/frame") > 100
    with override("en"):
        assert _(WON) == "Who won the end?"
        assert _("Game %(number)s") == "Frame %(number)s"
        assert pgettext("pairing rounds", "Games") == "Frames"
        assert ngettext("{n} game", "{n} games", 2) == "{n} frames"
        assert _("The other way round") == "The other way round"
        assert _("Round of {size}") == "Round of {size}"


def test_rounds_and_games_change_places(cast: Cast) -> None:
    use_words(cast, "game/round")
    with override("en"):
        assert _(WON) == "Who won the game?"
        assert _("Game %(number)s") == "Round %(number)s"


@pytest.mark.parametrize("name", WORD_SETS)
def test_texts_of_a_set_can_be_shown(name: str) -> None:
    for key, texts in texts_of(name).items():
        assert [fault_in(each, site_texts()[key].english) for each in texts if each] == [""] * len(
            texts
        )


def test_a_text_changed_by_hand_stays_when_sets_come_and_go(cast: Cast) -> None:
    give_text(cast, WON, "Whose round was it?")
    use_words(cast, "end/frame")
    use_words(cast, "game/round")
    with override("en"):
        assert _(WON) == "Whose round was it?"
        assert _("Game %(number)s") == "Round %(number)s"
    use_words(cast, "")
    assert [row.message for row in OwnText.objects.all()] == [WON]


def test_the_same_set_again_changes_nothing(cast: Cast) -> None:
    use_words(cast, "end/frame")
    assert use_words(cast, "end/frame") == 0
    assert Action.objects.filter(verb="use_word_set").count() == 1


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
        for text in shown_on(page)
        if set(words) & set(text.lower().replace(",", " ").replace(".", " ").split())
    ]


def test_no_public_page_has_the_old_word(cast: Cast) -> None:
    play_games(open_hall(cast, names=["Ann Round", "Ben Game", "Cy C", "Di D"]), (1, 2, 8))
    use_words(cast, "end/frame")
    browser = Client()
    pages = {path: read(browser, path) for path in PUBLIC}

    assert all(
        not [text for text in old_words(page, "game", "games") if "Ben" not in text]
        for page in pages.values()
    ), {path: old_words(page, "game", "games") for path, page in pages.items()}
    assert any("rame" in page for page in pages.values())
    assert "Ann Round" in pages["/events/westport-open/standings/"]


def test_undoing_brings_the_old_words_back(cast: Cast) -> None:
    play_games(open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"]), (1, 2, 8))
    use_words(cast, "end/frame")
    assert "Frame 1" in read(Client(), "/events/westport-open/matches/")

    line = Action.objects.get(verb="use_word_set")
    undo(by=who_is(cast.olga), action=line)

    assert "Frame 1" not in read(Client(), "/events/westport-open/matches/")


def test_a_phone_has_own_words_in_its_page_and_its_answers(cast: Cast) -> None:
    phone = open_phones(cast).phone(0)
    use_words(cast, "end/frame")

    page = read(phone.browser, phone.address)
    assert ">frame {game}, end {number}<" in page
    assert ">Who won the end?<" in page
    assert not old_words(page, "round", "rounds", "game", "games")

    assert "End 2 of frame 1 isn’t next" in str(phone.send_report(2, "2-0"))


def test_the_wall_has_own_texts_in_the_clubs_language(cast: Cast) -> None:
    hall = open_phones(cast).desk
    Club.objects.filter(is_home=True).update(language="de")
    give_text(cast, "By surname", "Nach Familie", language="de")
    assert "Nach Familie" in wall_page(cast, hall, View.PAIRINGS)


def test_no_desk_page_of_an_event_has_the_old_word(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    play_games(hall, (1, 2, 8))
    use_words(cast, "end/frame")
    browser = cast.browser_of("olga")
    for page in ("", "matches/", "matches/1/", "draw/", "log/", "paper/", "screens/"):
        html = read(browser, f"/desk/events/westport-open/{page}")
        assert not old_words(html, "game", "games", "round", "rounds"), page


# --- The page of the desk ---------------------------------------------------------------------


def save_text(browser: Client, key: str, *texts: str, query: str = "") -> Any:
    text = site_texts()[key].id
    typed = {f"{text}-{at}": each for at, each in enumerate(texts)}
    return browser.post(f"{PAGE}?{query}", {"text": text, **typed})


def test_the_owner_finds_a_text_by_what_it_reads_and_corrects_it(cast: Cast) -> None:
    olga, query = cast.browser_of("olga"), "language=de&q=wer+hat+die+runde"
    assert WON in read(olga, f"{PAGE}?{query}")

    answer = save_text(olga, WON, "Wessen Runde war's?", query=query)

    assert answer.headers["Location"] == f"{PAGE}?{query}"
    assert OwnText.objects.get().texts == ["Wessen Runde war’s?"]
    page = read(olga, f"{PAGE}?language=de")
    assert "Wessen Runde war’s?" in page
    assert translations_in("de")[WON][0] in page
    assert page.count('name="text"') == 1, "the changed text alone"


def test_the_search_is_in_english_too_and_shows_a_page_of_it(cast: Cast) -> None:
    page = read(cast.browser_of("olga"), f"{PAGE}?language=de&q=ROUND")
    assert page.count('name="text"') == 20
    assert "page=2" in page
    exact = read(cast.browser_of("olga"), f"{PAGE}?language=de&q=Round")
    first = site_texts()["Round" if "Round" in site_texts() else "pairing round\x04Round"]
    assert exact.index(first.id) < exact.index(site_texts()[WON].id) if WON in exact else 1


def test_a_search_while_typing_returns_only_what_is_found(cast: Cast) -> None:
    htmx = {"hx-request": "true"}
    part = read(cast.browser_of("olga"), f"{PAGE}?language=en&q={WON}", **htmx)
    assert WON in part
    assert "<h1" not in part


def test_a_refused_text_is_kept_as_typed(cast: Cast) -> None:
    answer = save_text(cast.browser_of("olga"), "Game %(n)s", "Frame", query="q=game")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "This text needs %(n)s" in page
    assert 'value="Frame"' in page
    assert not OwnText.objects.exists()


def test_a_plural_needs_all_its_forms(cast: Cast) -> None:
    olga = cast.browser_of("olga")
    assert save_text(olga, "{n} round", "{n} end").status_code == 422
    assert save_text(olga, "{n} round", "{n} end", "{n} ends").status_code == 302
    assert OwnText.objects.get().texts == ["{n} end", "{n} ends"]


def test_the_sites_own_text_is_a_reset(cast: Cast) -> None:
    olga = cast.browser_of("olga")
    save_text(olga, WON, WON)
    assert not Action.objects.filter(verb="reset_text").exists()
    save_text(olga, WON, "Whose?")
    save_text(olga, WON, WON)
    assert not OwnText.objects.exists()
    assert Action.objects.filter(verb="reset_text").count() == 1


def test_a_text_is_reset_by_its_button(cast: Cast) -> None:
    give_text(cast, WON, "Whose?")
    row = OwnText.objects.get()
    answer = cast.browser_of("olga").post(f"{PAGE}{row.pk}/reset/?language=en&q=who")
    assert answer.headers["Location"] == f"{PAGE}?language=en&q=who"
    assert not OwnText.objects.exists()


def test_a_text_that_the_site_no_longer_has_is_listed(cast: Cast) -> None:
    OwnText.objects.create(club=home_club(), language="en", message="where\x04Gone", texts=["Lost"])
    page = read(cast.browser_of("olga"), f"{PAGE}?language=en")
    assert "No longer shown" in page
    assert "Lost" in page
    assert "Gone" in page


def test_a_text_whose_english_is_renamed_moves_along(
    cast: Cast, settings: Settings, tmp_path: Path
) -> None:
    settings.BASE_DIR = tmp_path
    renamed_file().parent.mkdir(parents=True)
    renamed_file().write_text(
        json.dumps({"Gone": "Went", "Went": WON, "Lost": "Unknown", "Office": "Desk"})
    )
    give_text(cast, "Desk", "Counter")
    for key in ("Gone", "Lost", "Office"):
        OwnText.objects.create(club=home_club(), language="en", message=key, texts=[f"My {key}"])

    move_renamed_texts()

    kept = {row.message: row.texts for row in OwnText.objects.all()}
    assert kept == {
        WON: ["My Gone"],
        "Lost": ["My Lost"],
        "Office": ["My Office"],
        "Desk": ["Counter"],
    }
    install_club_texts(home_club())
    with override("en"):
        assert _(WON) == "My Gone"


def test_a_set_is_used_by_a_press_and_taken_out_by_another(cast: Cast) -> None:
    olga = cast.browser_of("olga")
    assert olga.post(f"{PAGE}words/", {"set": "end/frame"}).status_code == 302
    assert "Who won the end?" in read(olga, f"{PAGE}?language=en&q={WON}")
    assert olga.post(f"{PAGE}words/", {"set": "klingon"}).status_code == 404
    olga.post(f"{PAGE}words/", {"set": ""})
    assert not OwnText.objects.exists()
    assert "words/" not in read(olga, f"{PAGE}?language=de")


def test_a_club_without_texts_of_its_own_sees_examples(cast: Cast) -> None:
    page = cast.browser_of("olga").get(PAGE).text
    assert "0 texts of your own" not in page
    assert "q=Board" in page
    assert 'class="empty"' not in page
