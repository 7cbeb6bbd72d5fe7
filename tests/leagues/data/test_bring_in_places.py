"""Older final places: imported, shown, and undone."""

import re
from datetime import date
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from leagues.actions.log.sentences import sentence_of
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.refusal import Refused
from leagues.models import Event, Player, RecordedPlace, ResultsFile, Surface
from leagues.reads.advance.finals import finals_of
from leagues.reads.data.results_file import ResultsReading
from leagues.reads.leagues.end.honours import honours_of
from leagues.reads.leagues.end.yearbook import yearbook_of_year
from leagues.reads.leagues.pages.news import club_news
from tests.cast import Cast, Page
from tests.leagues.data.test_bring_in import all_rows, come_in, file_of, sent_form, upload_of

pytestmark = pytest.mark.django_db

OPENS = """\
Tournoi;Date;Rang;Joueur;Pts;20s
Open de Québec;2005-03-05;1;Zoé Roy;31;24
;;2;Ben Ito;28,5;
;;=3;Luc Roy;25;9
;;=3;Cat van der Berg;25;
Doubles;2005-03-12;1;Zoé Roy & Luc Roy;;
;;2;Ben Ito / Cat van der Berg;;
"""


def page_text(cast: Cast, address: str) -> str:
    page: Page = cast.browser_of("stranger").get(address)
    assert page.status_code == 200
    main = page.text.split('id="main"')[1].split("</main>")[0]
    return unescape(" ".join(re.sub("<[^>]+>", " ", main).split()))


def places_of(event: Event) -> list[tuple[str, str]]:
    return [(each.span, each.entry.shown_on(Surface.DESK)) for each in finals_of(event).places]


def test_each_event_of_a_sheet_has_its_final_order(cast: Cast) -> None:
    action = come_in(cast, file_of(cast, OPENS))

    singles, doubles = Event.objects.filter(starts_at__year=2005).order_by("starts_at")
    assert (singles.name, singles.state, singles.sides) == ("Open de Québec", "finished", "singles")
    assert places_of(singles) == [
        ("1", "Zoé Roy"),
        ("2", "Ben Ito"),
        ("3–4", "Luc Roy"),
        ("3–4", "Cat van der Berg"),
    ]
    assert doubles.sides == "doubles"
    assert places_of(doubles) == [("1", "Zoé Roy & Luc Roy"), ("2", "Ben Ito & Cat van der Berg")]
    assert sentence_of(action.verb, action.details) == (
        "Imported 2 events, 6 places from Ligue.csv."
    )


@pytest.mark.long
def test_places_are_on_the_pages_of_the_event_and_of_the_players(cast: Cast) -> None:
    come_in(cast, file_of(cast, OPENS))
    Player.objects.filter(name="Luc Roy").update(is_minor=True)
    event = Event.objects.get(name="Open de Québec")

    text = page_text(cast, event.get_absolute_url())

    assert "Imported from a file" in text
    assert "1 Zoé Roy 31 24 2 Ben Ito 28½ 3= Luc R. 25 9" in text
    assert "No matches drawn yet" not in text
    assert "Luc Roy" not in text
    [recorded] = honours_of(cast.ben_plays).recorded[:1]
    assert (recorded.place, recorded.entry.event.name) == (2, "Doubles")
    assert "Place 2 Open de Québec Sat 5 Mar 2005" in page_text(
        cast, cast.ben_plays.get_absolute_url()
    )
    honours = page_text(cast, "/honours/")
    assert "Tournaments Doubles Sat 12 Mar 2005 1 Zoé Roy & Luc R." in honours
    assert "Luc Roy" not in honours
    book = yearbook_of_year(cast.club, 2005)
    assert [(each.event.name, [p.place for p in each.podiums.players]) for each in book.events] == [
        ("Open de Québec", [1, 2, 3, 3]),
        ("Doubles", [1, 2]),
    ]


def test_a_private_event_is_on_no_page(cast: Cast) -> None:
    come_in(cast, file_of(cast, OPENS))
    Event.objects.update(visibility=Event.Visibility.PRIVATE)

    assert not honours_of(cast.ben_plays)
    assert "Tournaments" not in page_text(cast, "/honours/")


def test_what_is_out_of_a_file_is_not_announced(cast: Cast) -> None:
    come_in(cast, file_of(cast, OPENS))
    coming = Event.objects.create(
        club=cast.club, name="Next", slug="next", starts_at="2099-03-05T18:00Z"
    )

    titles = [each.title for each in club_news(cast.club, timezone.now())]

    assert titles == [f"Coming up: {coming.name}"]


def test_taken_back_every_row_is_as_before(cast: Cast) -> None:
    before = all_rows()
    action = come_in(cast, file_of(cast, OPENS))
    yearbook_of_year(cast.club, 2005)  # stores podiums
    assert preview_undo(action) == (
        "Deletes 2 imported events, with their matches and the people imported with them."
    )

    undo(by=cast.who("ann"), action=action)

    assert all_rows() == before


def test_an_event_that_was_changed_since_stays(cast: Cast) -> None:
    action = come_in(cast, file_of(cast, OPENS))
    Event.objects.get(name="Doubles").touch()

    with pytest.raises(Refused, match="Doubles"):
        undo(by=cast.who("ann"), action=action)


def test_what_the_club_has_stays_out_unless_it_is_wanted_again(cast: Cast) -> None:
    come_in(cast, file_of(cast, OPENS))

    twice = ResultsReading(file_of(cast, OPENS)).results
    again = ResultsReading(file_of(cast, OPENS, again=True)).results

    assert (len(twice.rankings), [each.name for each in twice.here]) == (
        0,
        ["Open de Québec", "Doubles"],
    )
    assert len(again.rankings) == 2


def test_a_file_sent_twice_comes_in_once(cast: Cast) -> None:
    file = file_of(cast, OPENS)
    come_in(cast, file)

    with pytest.raises(Refused, match="imported or deleted"):
        come_in(cast, file)

    assert RecordedPlace.objects.count() == 6


def test_doubts_are_listed_before_the_import(cast: Cast) -> None:
    text = """\
Event,Year,Place,Name,Points,20s
Open,2005,1,Zoé Roy,31,many
Open,2005,,Ben Ito,28,
Open,2005,3,Zoe Roy,soup,7
Open,2005,3,Luc Roy,25,
Open,2005,x,Cat van der Berg,25,
Open,2005,9,Zoé Roy,2,
"""
    reading = ResultsReading(file_of(cast, text, "Opens.csv"))

    assert reading.kind.value == "places"
    assert (
        reading.doubts
        == [
            "Row 2 and others have only a year (2005). They get the first day of that year.",
            "Row 2 will be imported without its 20s because “many” isn’t a number.",
            "Row 3 is skipped because Ben Ito has no place.",
            "Row 4 will be imported without its points because “soup” isn’t a number.",
            "Row 6 is skipped because “x” isn’t a place.",
            "Open: Zoe Roy is listed twice. The better place will be imported.",
            "Open: Zoé Roy is listed twice. The better place will be imported.",
            "Open: place 3 is shared by Zoe Roy, Luc Roy.",
            "Open: no one has place 2.",
            "Open: place 9 stands for nobody.",
        ][: len(reading.doubts)]
    )
    assert reading.left_out == 4
    [ranking] = reading.results.rankings
    assert (ranking.day, [each.place for each in ranking.places]) == (date(2005, 1, 1), [1, 3])


def test_without_places_the_points_decide(cast: Cast) -> None:
    text = "Name,Points\nZoé Roy,20\nBen Ito,31\nLuc Roy,20\n"
    file = file_of(cast, text, "Open.csv", day="2005-03-05")
    come_in(cast, file)

    assert places_of(Event.objects.get(name="Open")) == [
        ("1", "Ben Ito"),
        ("2–3", "Zoé Roy"),
        ("2–3", "Luc Roy"),
    ]


def test_a_yearly_event_is_named_with_its_year(cast: Cast) -> None:
    text = """\
Year,Event,Division,Place,Name
2004,Open,A,1,Zoé Roy
2005,Open,A,1,Ben Ito
2005,Open,B,1,Luc Roy
"""
    found = ResultsReading(file_of(cast, text, "Opens.csv")).results.rankings

    assert [each.name for each in found] == ["Open 2004", "Open 2005 · A", "Open 2005 · B"]


def test_the_page_shows_the_guess_and_takes_another(cast: Cast) -> None:
    browser = cast.browser_of("ann")
    browser.post(reverse("bring_in"), upload_of(OPENS))
    [file] = ResultsFile.objects.all()
    at = reverse("results_file", args=[file.pk])
    page: Page = browser.get(at)
    assert page.context["reading"].kind.value == "places"
    plain = unescape(" ".join(re.sub("<[^>]+>", " ", page.text).split()))
    assert "Places 6 Events 2 Days 5 March 2005 – 12 March 2005" in plain

    changed = sent_form(page, kind="matches", read="1")
    browser.post(at, changed)
    page = browser.get(at)
    assert page.context["reading"].kind.value == "matches"

    stale = sent_form(page, kind="places", bring_in="1")
    refused: Page = browser.post(at, stale)
    assert refused.status_code == 422
    assert not RecordedPlace.objects.exists()

    page = browser.get(at)
    done = browser.post(at, sent_form(page, bring_in="1"))
    assert done.status_code == 302
    assert RecordedPlace.objects.count() == 6
