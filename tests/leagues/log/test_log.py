"""The log: every verb has a sentence, and every line shows who and when."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from leagues.access.roles import ANONYMOUS
from leagues.actions.entries.entries import check_in
from leagues.actions.log.sentences import marked_sentence_of, sentence_of
from leagues.actions.log_writer import record_action
from leagues.actions.notices import make_announcement
from leagues.actions.people.links import give_link
from leagues.actions.people.people import add_player
from leagues.actions.verb import VERBS
from leagues.models import Action, Player
from leagues.reads.play.result_text import claim_in_words
from tests.cast import Cast
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.play.desk_page import record_report
from tests.rows_read import rows_read


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_a_line_without_facts_still_has_a_sentence(verb: str) -> None:
    text = sentence_of(verb, {})

    assert text
    assert "%" not in text


def test_a_line_of_an_unknown_kind_is_its_name_as_text() -> None:
    assert marked_sentence_of("<i>gone", {}) == "&lt;i&gt;gone"


MATCH = {12: "match 12, Ann – Ben"}


@pytest.mark.parametrize(
    ("verb", "facts", "expected"),
    [
        (
            "enter_round",
            {"match": 12, "round": 3, "claim": {"score": [65, 40]}, "before": None},
            "Entered round 3 of match 12, Ann – Ben: 65–40.",
        ),
        (
            "enter_round",
            {"match": 12, "round": 3, "claim": {"points": [2, 0]}, "before": [0, 2]},
            "Changed round 3 of match 12, Ann – Ben: 2–0 instead of 0–2.",
        ),
        (
            "enter_card",
            {"match": 7, "rounds": [{"claim": {"points": [2, 0], "twenties": [3, None]}}]},
            "Entered the card of match 7: 2–0, 20s 3–?.",
        ),
        (
            "correct_match",
            {"match": 12, "score": [6, 2], "score_before": [2, 6], "reason": "mixed up"},
            "Corrected match 12, Ann – Ben from 2–6 to 6–2. Reason: mixed up",
        ),
        (
            "correct_match",
            {"match": 12, "score": [6, 2], "score_before": [6, 2]},
            "Corrected the card of match 12, Ann – Ben. The result is still 6–2.",
        ),
        (
            "give_walkover",
            {"match": 12, "winner": "A", "points": [8, 0]},
            "Recorded match 12, Ann – Ben as a walkover for side A (8–0).",
        ),
        (
            "enter_list",
            {"entries": [{"names": ["Ann", "Ben"]}, {"names": ["Cas"]}]},
            "Entered 2: Ann & Ben, Cas.",
        ),
        ("enter_list", {"entries": [{"names": ["Ann"]}]}, "Entered Ann."),
        (
            "call_matches",
            {"calls": [[4, 1], [5, 2]]},
            "Called match 4 to board 1, match 5 to board 2.",
        ),
        (
            "change_event",
            {"before": {"name": "Old", "boards": [1]}},
            "Changed the event: name, boards.",
        ),
        ("change_stage", {"stage": "Final", "before": {"chain": []}}, "Changed Final: tie-breaks."),
        (
            "change_player",
            {"name": "Ann", "before": {"alias": ""}},
            "Changed the details of Ann: alias.",
        ),
        ("pair_by_lot", {"names": [["Ann", "Ben"]], "seed": "X"}, "Drew pairs by lot, seed X: Ann & Ben."),
        ("keep_apart", {"never": True, "names": ["Ann", "Ben"]}, "Chose never to draw these against each other: Ann, Ben."),
        ("keep_apart", {"never": False, "names": ["Ann", "Ben"]}, "Chose to keep these apart where possible: Ann, Ben."),
        ("settle_tie", {"stage": "Swiss", "kind": "shoot_out", "names": ["Ann"]}, "Decided a tie in Swiss by shoot-out. Order: Ann."),
        ("settle_tie", {"stage": "Swiss", "kind": "decision", "names": ["Ann"], "reason": "100 % sure"}, "Decided a tie in Swiss by hand. Order: Ann. Reason: 100 % sure"),
        ("set_seeds", {"seeds": {"1": 2}}, "Changed 1 seed."),
        ("mend_rounds", {"stage": "Morning", "left": ["Ann"], "joined": ["Ben"]}, "Updated the remaining games of Morning. Removed Ann, added Ben."),
        ("mend_rounds", {"stage": "Morning", "left": ["Ann"], "joined": []}, "Updated the remaining games of Morning. Removed Ann."),
        ("mend_rounds", {"stage": "Morning", "left": [], "joined": ["Ben"]}, "Updated the remaining games of Morning. Added Ben."),
        ("substitute", {"comes_name": "Ben", "leaves_name": "Ann", "for_good": True}, "Replaced Ann with Ben for good."),
        ("substitute", {"comes_name": "Ben", "leaves_name": "Ann", "matches": [3, 4]}, "Named Ben as the substitute for Ann in matches 3, 4."),
        ("undo", {"undone": "say", "line": {"text": "Soup: 50 % off"}}, "Undid: Announced: “Soup: 50 % off”"),
        ("rule_round", {"match": 12, "round": 1, "claim": {}}, "Decided round 1 of match 12, Ann – Ben: not played."),
        ("show_on_screens", {"view": "pairings", "screens": "Bar"}, "Showed “Matches of the draw” on Bar."),
        ("show_on_screens", {"view": "blank", "screens": "Bar"}, "Showed “Nothing” on Bar."),
        ("colour_screens", {"theme": "dark", "screens": "Bar"}, "Chose the colours of Bar."),
        ("start_event", {}, "Started the event."),
    ],
)  # fmt: skip
def test_a_line_in_the_clubs_words(verb: str, facts: dict[str, object], expected: str) -> None:
    assert sentence_of(verb, facts, MATCH) == expected


def test_a_claim_without_known_numbers_is_an_ellipsis() -> None:
    assert claim_in_words({"something": "else"}) == "…"
    assert claim_in_words({"discs": [[2, 3, 1, 0], [1, 2, 2, 1]]}) == "95–75, 20s 2–1"


# --- The page ---------------------------------------------------------------------------


def test_the_log_shows_who_did_what_in_the_halls_time(cast: Cast) -> None:
    hall = open_hall(cast, zone="Pacific/Auckland", names=["Ann Lee", "Ben Ito"])
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 11 02")

    page = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/log/")

    text = page.content.decode()
    assert "Entered the card of match 1, Ann Lee – Ben Ito: 2–0; 2–0; 1–1; 0–2." in text
    assert "+13:00" in text


def test_the_log_calls_its_reader_you_and_names_others(cast: Cast) -> None:
    hall = open_hall(cast)
    make_announcement(by=cast.who("ann"), event=hall.event, text="Ann has soup")
    make_announcement(by=cast.who("ben"), event=hall.event, text="Ben is late")
    address = f"/desk/events/{hall.event.slug}/log/"

    as_ann = authors(cast.browser_of("ann").get(address).text)
    as_olga = authors(cast.browser_of("olga").get(address).text)

    assert as_ann["Announced: “Ann has soup”"] == "You"
    assert as_olga["Announced: “Ann has soup”"] == "ann@example.org"
    assert as_ann["Announced: “Ben is late”"] == as_olga["Announced: “Ben is late”"]
    assert cast.ben_plays.name in as_ann.values()


def test_an_act_without_a_person_is_never_the_readers(cast: Cast) -> None:
    hall = open_hall(cast)
    record_action(by=ANONYMOUS, verb="finish_event", club=cast.club, event=hall.event)
    text = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/log/").text

    assert next(iter(authors(text).values())) == "Someone"


def authors(page: str) -> dict[str, str]:
    """Who did each line of a log, by its sentence."""
    lines = page.split('<ol class="list log">')[1].split("<p>")[1:]
    pairs = (re.split("<small|<time", line)[:2] for line in lines if "<small" in line)
    read = ([" ".join(strip_tags(f"<p {part}").split()) for part in pair] for pair in pairs)
    return {what: who.removeprefix("Undone ") for what, who in read}


def log_of_reports(cast: Cast, *reports: dict[str, object]) -> list[str]:
    """The log's sentences and authors after these reports of round 1 of match 1, newest first."""
    hall = open_hall(cast, names=["Ann Lee", "Ben Ito"])
    hall.publish((1, 2), (3, 4))
    for report in reports:
        facts = {"match": 1, "game": 1, "round": 1, "claim": {"points": [2, 0]}, **report}
        by = cast.who("ann" if facts["side"] == 0 else "ben")
        record_action(by=by, verb="report_round", club=cast.club, event=hall.event, **facts)  # type: ignore[arg-type]
    text = cast.browser_of("olga").get(f"/desk/events/{hall.event.slug}/log/").text
    return [f"{what} {who}" for what, who in authors(text).items() if "Reported" in what]


def test_equal_reports_of_both_sides_are_one_line(cast: Cast) -> None:
    other_match: dict[str, object] = {"side": 0, "match": 2}
    lines = log_of_reports(cast, {"side": 0}, other_match, {"side": 1})

    assert lines[0] == "Ann Lee – Ben Ito Reported round 1 of match 1: 2–0. agreed by both sides"
    assert len(lines) == 2
    assert "match 2" in lines[1]


@pytest.mark.parametrize(
    "second",
    [
        {"side": 1, "claim": {"points": [1, 1]}},
        {"side": 1, "round": 2},
        {"side": 1, "game": 2},
        {"side": 1, "taken": False},
        {"side": 0},
    ],
)
def test_reports_that_differ_keep_a_line_each(cast: Cast, second: dict[str, object]) -> None:
    between: dict[str, object] = {"side": 0, "match": 2}
    lines = log_of_reports(cast, {"side": 0, "claim": {"points": [2, 0]}}, between, second)

    assert not [line for line in lines if "agreed" in line]


def test_an_act_between_two_equal_reports_keeps_them_apart(cast: Cast) -> None:
    lines = log_of_reports(cast, {"side": 0}, {"side": 0, "round": 2}, {"side": 1})

    assert len(lines) == 3


def test_the_log_names_its_reader_once_in_a_row(cast: Cast) -> None:
    for name in ("Eve", "Flo", "Gus <b>"):
        add_player(by=cast.who("olga"), club=cast.club, name=name)
    text = " ".join(cast.browser_of("olga").get("/desk/log/").text.split())

    assert text.count("<span>You</span>") == 1
    assert text.count('<span class="quietly">You</span>') >= 2
    assert "Added <b>Gus &lt;b&gt;</b>." in text


def test_the_undo_button_of_a_line_names_what_it_undoes(cast: Cast) -> None:
    add_player(by=cast.who("ann"), club=cast.club, name="Eve")
    text = cast.browser_of("olga").get("/desk/log/").text
    button = text.split('title="Undo"')[1].split("</a>")[0]

    assert '<span class="quietly">Undo … Added Eve.</span>' in button


def test_the_log_of_one_match_is_that_match_alone(cast: Cast) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 11 02")
    hall.type_card(hall.at(2), "02 20 11 02")
    browser = cast.browser_of("ann")
    address = f"/desk/events/{hall.event.slug}/log/"

    of_two = browser.get(address, {"match": 2}).content.decode()
    of_ann = browser.get(address, {"by": f"user:{cast.ann.pk}"}).content.decode()
    nonsense = browser.get(address, {"match": "x", "by": "user:x", "page": "last"})

    assert "card of match 2" in of_two
    assert "card of match 1" not in of_two
    assert "card of match 1" in of_ann
    assert nonsense.status_code == 200


def test_the_log_of_a_player_has_acts_by_and_about_them(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann Lee", "Ben Ito", "Cas", "Dot"])
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 11 02")
    hall.type_card(hall.at(2), "02 20 11 02")
    ben = Player.objects.get(entries=hall.entry(2))
    check_in(by=hall.by, event=hall.event, entries=[hall.entry(2)])
    make_announcement(by=cast.who("ben"), event=hall.event, text="I am late")
    browser = cast.browser_of("ann")
    address = f"/desk/events/{hall.event.slug}/log/"

    about = browser.get(address, {"by": f"player:{ben.pk}"}).content.decode()
    done = browser.get(address, {"by": f"player:{cast.ben_plays.pk}"}).content.decode()

    assert "Entered the card of match 1" in about
    assert "Checked in: Ben Ito." in about
    assert "Entered Ben Ito." in about
    assert "card of match 2" not in about
    assert "Entered Cas." not in about
    assert "I am late" in done
    assert "card of match 1" not in done


def test_the_log_of_a_player_reads_no_line_of_another_match(cast: Cast) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    ann = Player.objects.get(entries=hall.entry(1))
    browser = cast.browser_of("ann")
    address = f"/desk/events/{hall.event.slug}/log/?by=player:{ann.pk}"

    def read_rows(lines: int) -> int:
        for _ in range(lines):
            record_action(
                by=hall.by,
                verb="enter_round",
                club=cast.club,
                event=hall.event,
                match=2,
                claim={"points": [2, 0]},
            )
        return rows_read(lambda: browser.get(address))

    browser.get(address)  # warm up: the first request reads more rows
    few = read_rows(2)
    assert read_rows(30) == few
    hall.type_card(hall.at(1), "20 20 11 02")
    assert "card of match 1" in browser.get(address).content.decode()


@pytest.mark.long
def test_a_long_log_has_pages(cast: Cast) -> None:
    hall = open_hall(cast)
    for number in range(1, 231):
        make_announcement(by=hall.by, event=hall.event, text=f"Notice {number}.")
    browser = cast.browser_of("ann")
    address = f"/desk/events/{hall.event.slug}/log/"

    first = browser.get(address).content.decode()
    second = browser.get(address, {"page": 2}).content.decode()

    assert "Notice 230." in first
    assert "Notice 190." not in first
    assert "Older" in first
    assert "Newer" not in first
    assert "Notice 190." in second
    assert "Newer" in second


def test_a_long_log_asks_no_more_of_the_database(cast: Cast) -> None:
    hall = open_hall(cast, entries=16, boards=8)
    hall.publish((1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12), (13, 14), (15, 16))
    browser = cast.browser_of("ann")
    address = f"/desk/events/{hall.event.slug}/log/"
    hall.type_card(hall.at(1), "20 20 11 02")
    browser.get(address)
    with CaptureQueriesContext(connection) as few:
        browser.get(address)
    for board in range(2, 8):  # one match stays open, so that the page still reads the next one
        hall.type_card(hall.at(board), "20 20 11 02")
    with CaptureQueriesContext(connection) as many:
        browser.get(address)

    assert len(many) == len(few)


def test_the_log_is_searched_without_opening_anything(cast: Cast) -> None:
    hall = open_hall(cast)
    page = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/log/").content.decode()
    search = page.split('hx-target="#lines"')[1].split("</form>")[0]
    assert "<details" not in search
    assert 'name="match"' in search
    assert "(optional)" not in search


def test_the_reports_of_a_match_show_who_reported_what_when(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann Lee", "Ben Ito"])
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 11 02")

    page = cast.browser_of("ann").get(f"/desk/events/{hall.event.slug}/matches/1/reports/")

    text = page.content.decode()
    assert text.count("Entered at the desk") == 4
    assert "ann@example.org" in text


def test_the_club_log_has_what_was_done_beside_any_event(cast: Cast) -> None:
    open_hall(cast)
    give_link(by=cast.who("ann"), player=cast.cat_plays)
    page = cast.browser_of("olga").get("/desk/log/")

    text = page.content.decode()
    assert "Created a personal link for Cat van der Berg." in text
    assert "Planned Westport Open" not in text


def test_what_was_done_beside_any_event_is_undone_there(cast: Cast) -> None:
    add_player(by=cast.who("ann"), club=cast.club, name="Eve")
    line = Action.objects.get(verb="add_player", details__name="Eve")
    browser = cast.browser_of("olga")
    address = f"/desk/log/{line.pk}/undo/"

    assert address in browser.get("/desk/log/").content.decode()
    assert "Eve will be moved to the bin." in browser.get(address).content.decode()
    done = browser.post(address, follow=True).content.decode()

    assert "Undone: Added Eve." in done
    assert Player.objects.get(name="Eve").binned_at is not None
    assert browser.post(address).status_code == 422
    assert 'href="/desk/log/"' in browser.get("/desk/").content.decode()


def test_nothing_in_the_log_can_be_changed(cast: Cast) -> None:
    line = open_hall(cast).event.log.get(verb="start_event")

    for rewrite in (line.save, line.delete, Action.objects.all().delete):
        with pytest.raises(Exception, match="kept"):
            rewrite()


def test_reports_of_a_round_are_beside_each_other_and_a_difference_is_marked(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann Lee", "Ben Ito"])
    hall.publish((1, 2))
    for number, theirs, state in ((1, [2, 0], "agreed"), (2, [1, 1], "disputed")):
        record_report(hall.at(1), number, 0, [2, 0], state)
        record_report(hall.at(1), number, 1, theirs, state)
    record_report(hall.at(1), 3, 0, [2, 0], "reported")

    text = cast.browser_of("ann").get("/desk/events/westport-open/matches/1/reports/").text
    assert "Reports by round</h3>" in text
    assert '<a class="button quiet"' in text.split("Correct the result")[0]
    first, second, third = text.split("<tbody>")[1].split("</tr>")[:3]
    assert [row.split('scope="row">')[1].split()[0] for row in (first, second)] == ["1", "2"]
    assert first.count("<td>") == second.count("<td>") == 2
    assert ("disagree" in first, "disagree" in second) == (False, True)
    assert ["Agreed" in row for row in (first, second, third)] == [True, False, False]
