"""What is read down a column is in one: figures, places and boards, ratings, rounds."""

import pytest
from playwright.sync_api import Page

from tests.browser.steps import sign_in
from tests.served import Site

EDGES = "all => all.map(each => Math.round(each.getBoundingClientRect()[{side!r}]))"
PLAYER = "/players/35-katerina-dvorakova/"
pytestmark = pytest.mark.long


def edges_of(page: Page, where: str, side: str) -> list[int]:
    found: list[int] = page.locator(where).evaluate_all(EDGES.format(side=side))
    return found


def open_on_a_phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address)


def test_figures_have_equal_columns_and_none_is_alone(page: Page, site: Site) -> None:
    open_on_a_phone(page, f"{site.url}{PLAYER}")
    assert len(set(edges_of(page, ".figures > div", "width"))) == 1
    assert len(set(edges_of(page, ".figures dd", "top"))) == 1, "three are on one line"

    page.goto(f"{site.url}/events/millrace-open/about/")
    tops, lefts = (edges_of(page, ".figures > div", side) for side in ("top", "left"))
    assert (len(tops), len(set(tops)), len(set(lefts))) == (4, 2, 2), "four are two and two"


def test_bars_of_ratings_end_in_one_column_and_choices_are_as_wide_as_their_table(
    page: Page, site: Site
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/players/")
    ends = edges_of(page, "td > .band", "right")
    assert (len(ends) > 10, len(set(ends))) == (True, 1)

    page.goto(f"{site.url}/leagues/winter-nights/what-if/")
    [end] = set(edges_of(page, "#live > form, .of-why", "right"))
    assert edges_of(page, "select", "right")[-1] == end


@pytest.mark.parametrize("width", [390, 1440])
def test_places_and_boards_are_in_columns(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{site.url}/events/millrace-open/players/")
    for part in (".number", ".number + small", "small:last-child"):
        begins = edges_of(page, f"#live .list > li > {part}", "left")
        assert len(begins) > 30
        assert len(set(begins)) == (1 if width < 1000 else 2)


def test_at_a_desk_boards_are_beside_game_and_leaders_and_pools_in_one_row(
    page: Page, site: Site
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/events/millrace-open/")
    assert max(edges_of(page, "h1, #playing", "top")) < 150
    left = edges_of(page, "h1, .game-number, .round-progress, .leaders", "right")
    assert max(left) < min(edges_of(page, ".board-tiles:not(.quiet) > li", "left"))
    assert max(edges_of(page, ".leaders > li", "bottom")) < 700
    assert len(set(edges_of(page, "#leaders + .tiles > .card", "top"))) == 1


def test_the_pages_of_an_event_have_one_place_in_its_bar(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    ends = []
    for each in ("", "matches/"):
        page.goto(f"{site.url}/events/millrace-open/{each}")
        ends += edges_of(page, ".bar > .tabs", "right")
    assert len(ends) == 2
    assert ends[0] == ends[1]


def test_where_the_club_plays_is_beside_its_text_at_a_desk(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/club/")
    [end] = edges_of(page, ".narrow", "right")
    starts = edges_of(page, "#where, #ask", "left")
    assert len(starts) == 2
    assert end < starts[0] == starts[1]


@pytest.mark.parametrize("width", [390, 1440])
def test_names_of_records_are_in_one_column(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{site.url}/records/")
    lists, names = (
        edges_of(page, f".records{part}", "left") for part in ("", " > li > .number + *")
    )
    assert {name - 76 for name in names} == set(lists)
    ends = page.locator(".records .number").evaluate_all(
        "all => all.map((number) => number.scrollWidth - number.clientWidth)"
    )
    assert max(ends) <= 0, "no number reaches a name"


def test_cards_of_leagues_have_the_same_lines_in_one_order(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/leagues/")
    assert len(edges_of(page, "main .leaders > li:not(:has(.number))", "top")) == 1, "the ladder"
    cards = page.locator("main > .tiles > article").evaluate_all(
        "all => all.map((card) => [...card.children].map((part) => part.className || part.tagName))"
    )
    assert {tuple(card[:3]) for card in cards} == {("H2", "leaders", "round-progress")}


def test_no_card_of_seven_leagues_is_alone_in_its_row(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/leagues/")
    lefts = edges_of(page, "main > .tiles > article", "left")
    assert sorted(lefts.count(left) for left in set(lefts)) == [2, 2, 3]
    assert max(edges_of(page, "main > .tiles > article", "bottom")) < 900


def test_what_we_test_is_beside_what_we_do_not(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/accessibility/")
    tops, lefts = (edges_of(page, "main section", side) for side in ("top", "left"))
    assert tops[0] < tops[1] == tops[2], "below what we do"
    assert lefts[1] < lefts[2]


@pytest.mark.parametrize("address", ["/players/", "/players/ratings/", PLAYER])
def test_at_a_desk_each_number_is_under_its_header(page: Page, site: Site, address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}{address}")
    table = "table.plain:has(tbody tr:nth-child(5))"
    rows = edges_of(page, f"{table} tbody tr", "right")
    assert set(edges_of(page, f"{table} thead tr", "right")) == set(rows)
    headed = edges_of(page, f"{table} thead th.n", "right")
    assert set(edges_of(page, f"{table} tbody td.n", "right")) == set(headed)


def test_initials_are_beside_the_surname_in_the_table_of_a_season(page: Page, site: Site) -> None:
    open_on_a_phone(page, f"{site.url}/leagues/winter-nights/")
    heights = edges_of(page, ".season tr.line > .who", "height")
    assert len(heights) > 10
    assert max(heights) <= 50, "two lines"


def test_bars_of_ratings_begin_and_end_together(page: Page, site: Site) -> None:
    open_on_a_phone(page, f"{site.url}/players/ratings/")
    for side in ("left", "right"):
        assert len(set(edges_of(page, "td svg.band", side))) == 1
    assert max(edges_of(page, "td svg.band", "right")) <= 390


def test_nothing_is_torn_where_a_page_lies_in_two_columns(page: Page, site: Site) -> None:
    """A form's button is below all of its fields, and acts stay with their heading."""
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    for path, columns in (("people/58/", 2), ("club/", 2), ("leagues/winter-nights/settings/", 2)):
        page.goto(f"{site.url}/desk/{path}")
        form = "main form:has(.field ~ .field ~ .field ~ .field)"
        seen = f"{form} .field:not(details:not([open]) .field)"
        assert len({*edges_of(page, seen, "left")} - {0}) == columns, path  # 0 is not shown
        page.evaluate("scrollTo(0, document.body.scrollHeight)")  # until then it may stay in view
        [button] = edges_of(page, f"{form} .actions button", "top")
        assert max(edges_of(page, seen, "bottom")) <= button, path

    page.goto(f"{site.url}/desk/write/")
    tops = edges_of(page, "main form > .field", "top")
    lefts = edges_of(page, "main form > .field", "left")
    assert tops[0] == tops[lefts.index(max(lefts))], "both columns begin together below the note"

    page.goto(f"{site.url}/desk/leagues/team-league/matches/2/")
    heading = "main h3:has(+ details), main h3:has(+ details) ~ details"
    assert len(edges_of(page, heading, "left")) == 6
    assert len(set(edges_of(page, heading, "left"))) == 1


def test_boards_are_two_equal_columns_on_a_phone(page: Page, site: Site) -> None:
    open_on_a_phone(page, f"{site.url}/events/millrace-open/")
    tiles = "#live .board-tiles:not(.quiet) > li"
    assert len(edges_of(page, tiles, "left")) > 4
    assert len(set(edges_of(page, tiles, "left"))) == 2
    assert len(set(edges_of(page, tiles, "width"))) == 1


def test_all_columns_of_the_rounds_fit_a_phone(page: Page, site: Site) -> None:
    open_on_a_phone(page, f"{site.url}/events/harvest-cup/matches/1/")
    assert max(edges_of(page, ".rounds th", "right")) <= 390


def test_a_timetable_has_room_for_a_clock_of_twelve_hours(page: Page, site: Site) -> None:
    open_on_a_phone(page, f"{site.url}/events/lantern-doubles/")
    hours, names = (edges_of(page, f".poster ol li > {part}", "left") for part in ("b", "span"))
    assert hours
    assert {name - hour for hour, name in zip(hours, names, strict=True)} == {96}


def test_a_stage_s_tie_breaks_are_one_line_of_words(page: Page, site: Site) -> None:
    open_on_a_phone(page, f"{site.url}/events/millrace-open/about/")
    line, label = (
        page.locator(f".card summary {part}").first.bounding_box() for part in ("span", "strong")
    )
    assert line
    assert label
    assert (line["x"], line["y"]) == pytest.approx((label["x"], label["y"]), abs=4)
    assert label["height"] < 30, "the label is not a column of its own"


CUT = """
all => all.flatMap((scroller) => {
  const end = scroller.getBoundingClientRect().right + 0.5;
  const texts = document.createTreeWalker(scroller, NodeFilter.SHOW_TEXT);
  const cut = [];
  for (let text; (text = texts.nextNode()); ) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent.checkVisibility() || parent.closest(".quietly, .why")) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width > 2 && box.left < end && box.right > end) cut.push(text.data.trim());
  }
  return cut;
})
"""
LEAGUES = "weekly-league box-league pairs-league team-league ladder any-evening winter-nights"


@pytest.mark.parametrize("width", [390, 320])
def test_no_number_of_a_table_is_cut(page: Page, site: Site, width: int) -> None:
    """A season and a grid have more columns than a phone, and show that they scroll."""
    page.set_viewport_size({"width": width, "height": 844})
    events = [f"/events/{slug}/standings/" for slug in ("millrace-open", "harvest-cup")]
    for path in ["/players/", *(f"/leagues/{slug}/" for slug in LEAGUES.split()), *events]:
        page.goto(site.url + path)
        tables = page.locator(".scroll:has(> table:not(.season, .grid-table))")
        assert tables.count() or "winter" in path
        assert tables.evaluate_all(CUT) == [], path


def test_the_fields_of_what_if_end_together(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/leagues/winter-nights/what-if/")
    ends = edges_of(page, "main form select", "bottom")
    assert len(ends) == 3
    assert max(ends) - min(ends) <= 1


def test_a_game_and_its_board_are_one_line_beside_wide_names(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/events/millrace-open/entries/164/")
    heights = edges_of(page, ".score-line > .board", "height")
    assert len(heights) > 4
    assert max(heights) < 30


@pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/", "/play/"])
def test_a_whole_board_is_beside_a_first_form_and_never_over_a_field(
    page: Page, site: Site, address: str
) -> None:
    """On a phone, that of an account is small, beside the heading; that of a score is above it."""
    beside = ("right", "left"), ("bottom", "top")
    for width, (one, other) in zip((1440, 390), beside, strict=True):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(site.url + address)
        [top], [tall], [wide] = (
            edges_of(page, ".half", each) for each in ("top", "height", "width")
        )
        assert (top >= 0, abs(tall - wide) <= 1) == (True, True), "not cut off"
        what = "main h1" if width == 1440 else "main input:not([type=hidden])"
        board = edges_of(page, ".half", one)[0]
        assert all(board < each for each in edges_of(page, what, other))


def test_the_desks_boards_are_beside_what_is_to_do(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    page.goto(f"{site.url}/desk/events/millrace-open/play/")
    to_do, boards = (edges_of(page, place, "left")[0] for place in ("#live", "#boards"))
    assert to_do + 300 < boards
    assert edges_of(page, ".boards > li", "top")[0] < 600


def test_long_lists_of_the_desk_are_in_columns(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    for address, rows, columns in (
        ("/desk/people/links/", "main .list > li", 3),
        ("/desk/events/millrace-open/people/seeds/", "#seeds .list > li", 2),
    ):
        page.goto(f"{site.url}{address}")
        assert len(set(edges_of(page, rows, "left"))) == columns, address
        assert max(edges_of(page, rows, "bottom")) < 2100, address


@pytest.mark.parametrize(
    ("address", "heads"),
    [
        ("/desk/people/", "Name Matches won, tied, lost 20s a round Form Rating"),
        ("/desk/events/millrace-open/people/", "Seed Name Place Points Board"),
        ("/desk/leagues/team-league/people/", "Place Name Team Matches Points"),
        ("/desk/leagues/ladder/people/", "Place Name Matches"),
    ],
)
def test_people_with_several_facts_are_a_table(
    page: Page, site: Site, address: str, heads: str
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    page.goto(f"{site.url}{address}")
    shown = page.locator("main thead th").all_inner_texts()
    assert " ".join(shown) == heads
    assert edges_of(page, "main table", "width")[0] > 1000

    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert max(edges_of(page, "main tbody td:visible", "right")) <= 390


def test_a_decision_is_beside_the_card_of_its_match(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    page.goto(f"{site.url}/desk/events/millrace-open/matches/293/")
    [card] = edges_of(page, "main table", "left")
    [decision] = edges_of(page, "main .choices > div:first-of-type [name=claim]", "left")
    assert decision < card
    assert edges_of(page, "main .sides", "top")[0] < edges_of(page, "main table", "bottom")[0]

    page.goto(f"{site.url}/desk/events/millrace-open/matches/293/correct/")
    [card] = edges_of(page, "main table", "right")
    [reason] = edges_of(page, "#id_reason", "left")
    assert card < reason
    assert edges_of(page, "[value=save]", "bottom")[0] < 900


def test_pairs_that_have_entered_are_on_one_line_each(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/events/lantern-doubles/players/")
    heights = edges_of(page, "#live .list > li > :first-child", "height")
    assert len(heights) == 7
    assert sorted(heights)[-2] < 30, "all but the longest"


def test_the_form_to_enter_ends_on_the_first_screen_beside_the_board(
    page: Page, site: Site
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/events/lantern-doubles/enter/")
    fields = "form .field:not(.choices)"
    assert max(edges_of(page, ".board-picture", "right")) < min(edges_of(page, fields, "left"))
    assert max(edges_of(page, "form [type=submit]", "bottom")) < 900
