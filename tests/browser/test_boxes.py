"""What lies beside, over or inside what, measured in the boxes of the demo club's pages."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Watch
from tests.browser.steps import leave_by, sign_in
from tests.served import Site

pytestmark = pytest.mark.long

# Names with a line outside the cell, or outside what clips it within the cell.
CUT = """
    (all) => all.filter((name) => {
        const boxes = [];
        for (let each = name.parentElement; ; each = each.parentElement) {
            const isCell = each.matches("th, td");
            if (isCell || getComputedStyle(each).overflow !== "visible")
                boxes.push(each.getBoundingClientRect());
            if (isCell) break;
        }
        return [...name.getClientRects()].some((line) => boxes.some((box) =>
            line.right > box.right + 1 || line.bottom > box.bottom + 1));
    }).map((name) => name.title)
"""


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def gap_below(upper: Locator, lower: Locator) -> float:
    """The pixels between the bottom of one element and the top of another."""
    one, other = upper.bounding_box(), lower.bounding_box()
    assert one
    assert other
    return other["y"] - one["y"] - one["height"]


def test_no_surname_of_a_table_is_cut_on_a_phone(phone: Page, site: Site) -> None:
    for path in ("/leagues/winter-nights/", "/events/millrace-open/standings/"):
        phone.goto(site.url + path)
        names = phone.locator(":is(th, td) .fits")
        assert names.count() > 0
        assert names.evaluate_all(CUT) == []


def test_a_list_in_columns_ends_with_its_last_name(phone: Page, site: Site) -> None:
    for path in ("/search/", "/search/?q=an"):
        phone.goto(site.url + path)
        names = phone.locator("main ul.list").first
        assert names.bounding_box()["height"] == pytest.approx(  # type: ignore[index]
            names.evaluate(
                "(list) => list.lastElementChild.getBoundingClientRect().bottom"
                " - list.getBoundingClientRect().top"
            ),
            abs=2,
        )


def test_the_narrowest_phone_has_every_row_of_an_own_table(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(site.url + site.find_in_terminal(r"their own page: (/me/\S+)"))
    rows = page.locator(".my-day .standings tbody tr")
    assert rows.count() >= 5
    heights = rows.evaluate_all("all => all.map((row) => row.getBoundingClientRect().height)")
    assert min(heights) > 0


def test_results_and_20s_of_the_players_stay_apart_on_a_phone(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/players/")
    padding = phone.locator("tbody td").first.evaluate(
        "cell => getComputedStyle(cell).paddingRight"
    )
    assert float(padding.removesuffix("px")) >= 8


def test_buttons_stay_off_what_they_belong_to(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}/yearbook/2026/")
    assert gap_below(page.locator("hgroup p").first, page.get_by_role("button", name="Print")) >= 8

    page.goto(f"{site.url}/embed/?what=boards")
    for box in page.locator("textarea").all():
        assert gap_below(box, box.locator("xpath=following-sibling::p").locator("button")) >= 8


@pytest.mark.parametrize("width", [390, 1440])
def test_scores_at_the_desk_are_beside_the_names_and_larger(
    page: Page, site: Site, width: int
) -> None:
    sign_in(page, site)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site.url}/desk/events/millrace-open/matches/1/")
    for side in page.locator(".match .side").all():
        name, score = side.locator(".name"), side.locator(".score")
        one, other = name.bounding_box(), score.bounding_box()
        assert one
        assert other
        after = other["x"] - one["x"] - one["width"]
        assert 0 <= max(after, one["x"] - other["x"] - other["width"]) <= 64
        assert other["width"] < 100, "the score isn’t at the end of the panel"
        sizes = [
            float(each.evaluate("each => parseFloat(getComputedStyle(each).fontSize)"))
            for each in (name, score)
        ]
        assert sizes[1] >= 1.7 * sizes[0]


@pytest.mark.parametrize("width", [390, 1440])
def test_two_reported_results_are_side_by_side_and_saved_directly_below(
    page: Page, site: Site, width: int
) -> None:
    sign_in(page, site)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site.url}/desk/events/millrace-open/matches/293/")
    choices = page.locator(".choices label:has(> b)")
    one, other = (each.bounding_box() for each in choices.all())
    assert one
    assert other
    assert one["y"] == other["y"]
    assert one["height"] == other["height"]
    assert one["x"] + one["width"] < other["x"]
    save = page.get_by_role("button", name="Save the decision")
    assert 0 < gap_below(choices.first, save) <= 24

    page.get_by_text("Another score, or a reason").click()
    assert gap_below(page.get_by_label("Reason").first, save) > 0


def test_a_long_form_takes_both_halves_of_a_wide_window(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.set_viewport_size({"width": 1440, "height": 900})
    for path in ("/desk/club/", "/desk/write/", "/desk/webhooks/"):
        page.goto(site.url + path)
        main = page.locator("main").bounding_box()
        fields = [each.bounding_box() for each in page.locator("main .field").all()]
        assert main
        middle = main["x"] + main["width"] / 2
        assert any(box["x"] > middle for box in fields if box), path


def test_forms_of_the_club_show_their_texts_whole_on_a_phone(phone: Page, site: Site) -> None:
    sign_in(phone, site)
    phone.goto(f"{site.url}/desk/club/")
    text = phone.get_by_label("Who we are")
    assert text.evaluate("field => field.scrollHeight - field.clientHeight") == 0

    phone.goto(f"{site.url}/desk/language/")
    use = phone.get_by_text("Screens and printed sheets use this language")
    assert 0 < gap_below(use, phone.get_by_role("button", name="Save")) <= 32

    phone.goto(f"{site.url}/desk/publish/")
    rows = phone.locator(".list:has(.stretched) > li")
    ends = [row.bounding_box() for row in (*rows.all(), *rows.locator("svg:last-child").all())]
    assert len(ends) == 8
    assert max(box["x"] + box["width"] for box in ends if box) <= 390
    assert min(box["x"] + box["width"] for box in ends if box) > 340

    phone.goto(f"{site.url}/desk/leagues/winter-nights/settings/divisions/")
    assert headings_seen(phone) == ["Winter nights", "Divisions", "One table for all"]


def headings_seen(page: Page) -> list[str]:
    """The headings and labels in the main part that are not for screen readers only."""
    seen: list[str] = page.locator("main :is(h1, h2, label)").evaluate_all(
        "all => all.filter(each => each.offsetWidth > 1).map(each => each.innerText)"
    )
    return seen


def test_undoing_has_one_heading(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/desk/log/")
    leave_by(page, page.locator("main a[href*='/undo/']").first)
    assert headings_seen(page) == ["Undo this?"]


def test_registration_has_a_card_once_there_is_something_in_it(page: Page, site: Site) -> None:
    sign_in(page, site)
    edges = []
    for event in ("millrace-open", "lantern-doubles"):
        page.goto(f"{site.url}/desk/events/{event}/people/registration/")
        beside = page.locator("main section")
        edges.append(beside.evaluate("each => getComputedStyle(each).borderTopWidth"))
    assert edges == ["0px", "1px"]


def test_a_lone_sentence_of_an_empty_page_is_beside_the_middle_of_its_board(
    page: Page, site: Site
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    for path in ("events/?bin", "events/millrace-open/paper/certificates/"):
        page.goto(f"{site.url}/desk/{path}")
        middles = page.locator(".empty > *").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect()).map(box => box.y + box.height / 2)"
        )
        assert len(middles) == 2, path
        assert abs(middles[0] - middles[1]) < 8, path


def test_pools_are_beside_each_other_and_weeks_beside_their_table(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    two_beside = {
        "/events/millrace-open/standings/": ("table", 0, "table", 1),
        "/leagues/box-league/": ("table", 1, "#weeks", 0),
        "/leagues/weekly-league/": ("table", 0, "#weeks", 0),
    }
    for path, (one, first, other, second) in two_beside.items():
        page.goto(site.url + path)
        left = page.locator(f"#live {one}").nth(first).bounding_box()
        right = page.locator(f"#live {other}").nth(second).bounding_box()
        assert left
        assert right
        assert left["width"] <= 52 * 16
        assert left["x"] + left["width"] < right["x"], path


def test_the_leaders_are_beside_the_boards_of_a_wide_window(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/events/millrace-open/")
    leaders = page.locator(".leaders").bounding_box()
    boards = page.locator(".board-tiles").first.bounding_box()
    assert leaders
    assert boards
    assert leaders["x"] + leaders["width"] < boards["x"]
    assert boards["y"] < 200, "the boards begin beside the title"
    assert leaders["y"] + leaders["height"] < 900, "the leaders are on the first screen"


def test_ten_chances_are_on_one_screen_of_a_phone(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/events/millrace-open/chances/")
    boxes = [row.bounding_box() for row in phone.locator("tr.line").all()[:10]]
    assert all(box and box["height"] <= 64 for box in boxes)
    assert boxes[-1]
    assert boxes[-1]["y"] < 700


def test_the_time_of_a_line_of_the_log_is_right_of_its_title(phone: Page, site: Site) -> None:
    """Also a long one, such as "11:34 am"."""
    phone.set_extra_http_headers({"Accept-Language": "en-US"})
    sign_in(phone, site)
    phone.goto(f"{site.url}/desk/log/")
    gaps = phone.locator(".log > li > p:has(time)").evaluate_all(
        """all => all.map(row => {
          const [sentence, time] = [row.firstElementChild, row.querySelector("time")].map(
            each => each.getBoundingClientRect())
          return [sentence.left, time.left - sentence.right, time.top - sentence.top]
        })"""
    )
    assert len(gaps) > 5
    assert max(left for left, _, _ in gaps) < 40, "no icon takes room from them"
    assert all(beside >= 0 and abs(below) <= 8 for _, beside, below in gaps), gaps


def test_a_line_of_a_list_with_one_link_is_that_link(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/events/millrace-open/players/")
    line = page.locator("#live .list > li").first
    name, box = line.locator("a"), line.bounding_box()
    expect(name).to_have_css("text-decoration-color", "rgba(0, 0, 0, 0)")
    name.hover()
    expect(name).not_to_have_css("text-decoration-color", "rgba(0, 0, 0, 0)")

    address = name.get_attribute("href")
    assert box
    page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] - 4)
    page.wait_for_url(f"**{address}")


def test_finished_is_a_mark_in_lists_and_a_word_on_a_match(page: Page, site: Site) -> None:
    for path in ("matches/", "standings/"):
        page.goto(f"{site.url}/events/harvest-cup/{path}")
        word = page.get_by_text("Finished", exact=True).first
        assert word.bounding_box()["width"] <= 1  # type: ignore[index]
        mark = word.locator("xpath=preceding-sibling::*[name()='svg']").bounding_box()
        assert mark
        assert mark["width"] > 12
    page.goto(f"{site.url}/events/harvest-cup/matches/1/")
    assert page.get_by_text("Finished", exact=True).last.bounding_box()["width"] > 40  # type: ignore[index]


def test_tables_beside_each_other_leave_out_how_many_were_played(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/events/millrace-open/standings/")
    for width, shows in ((1440, False), (800, True)):
        page.set_viewport_size({"width": width, "height": 900})
        played = page.get_by_role("columnheader", name="Played").first
        expect(played).to_be_visible(visible=shows)


def test_a_short_form_is_a_sheet_where_there_is_room(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/desk/people/list/")
    form = page.locator("main form")
    for width, padding in ((1440, "24px"), (390, "0px")):
        page.set_viewport_size({"width": width, "height": 900})
        assert form.evaluate("each => getComputedStyle(each).paddingLeft") == padding


def test_lists_and_tables_are_sheets_where_there_is_room(page: Page, site: Site) -> None:
    for path in ("players/", "search/?q=an", "events/millrace-open/standings/"):
        page.goto(f"{site.url}/{path}")
        sheet = page.locator("main :is(.list, table)").first
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 900})
            ground = sheet.evaluate("each => getComputedStyle(each).backgroundColor")
            assert (ground == "rgb(255, 255, 255)") is (width == 1440), path


def test_sheets_to_print_are_in_rows(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/desk/events/millrace-open/paper/")
    sheets = page.locator("main .list").first.locator("li")
    one, two, three = (sheets.nth(at).bounding_box() for at in range(3))
    assert one
    assert two
    assert three
    assert (one["y"], one["height"]) == (two["y"], two["height"])
    assert (three["x"], three["y"]) == (one["x"], one["y"] + one["height"])


def test_pages_of_the_desk_begin_at_one_height(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.set_viewport_size({"width": 1440, "height": 900})
    events = [f"events/millrace-open/{path}/" for path in ("phones", "screens", "advance")]
    for path in (*events, "leagues/team-league/teams/", "leagues/winter-nights/settings/"):
        page.goto(f"{site.url}/desk/{path}")
        gap = gap_below(page.locator(".bar"), page.locator("main h2:visible").first)
        assert gap == pytest.approx(24, abs=1), path


def test_the_name_of_an_event_is_whole_beside_its_menus(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/events/millrace-open/standings/")
    name = phone.locator(".bar h1")
    assert name.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_the_hole_of_a_small_round_has_a_soft_rim(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/events/millrace-open/")
    hole = page.locator(".pips .hole").first
    ground = hole.evaluate("i => getComputedStyle(i).backgroundImage")
    assert "closest-side" in ground


def test_a_typed_card_stays_in_one_column(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/desk/events/millrace-open/play/card/?board=2")
    lefts = page.locator("main #entry > *").evaluate_all(
        "all => all.map((part) => part.getBoundingClientRect().left)"
    )
    assert len(lefts) > 1
    assert max(lefts) < 720


def test_an_error_page_is_in_the_middle_of_a_wide_window(
    page: Page, site: Site, watch: Watch
) -> None:
    watch.expect(404)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/nowhere/")
    for part in ("h1", ".board-picture"):
        box = page.locator(f"main {part}").bounding_box()
        assert box
        assert abs(box["x"] + box["width"] / 2 - 720) <= 10


def test_a_list_at_the_desk_begins_below_the_bar_of_a_phone(phone: Page, site: Site) -> None:
    sign_in(phone, site)
    lists = {
        "/desk/events/millrace-open/draw/": "#summary",
        "/desk/events/millrace-open/people/": "main table",
        "/desk/events/millrace-open/people/seeds/": ".entry-list > li",
        "/desk/leagues/winter-nights/people/": "main table",
        "/desk/leagues/winter-nights/calendar/": "main ol > li",
    }
    for path, row in lists.items():
        phone.goto(site.url + path)
        first = phone.locator(row).first.bounding_box()
        assert first
        assert first["y"] <= 160, path
        button = phone.locator("main div.row :is(.button, button)").first
        expect(button).to_be_in_viewport(ratio=1)


def test_no_text_of_a_button_leaves_it(phone: Page, site: Site) -> None:
    sign_in(phone, site)
    for path in ("/desk/leagues/team-league/", "/desk/leagues/winter-nights/", "/desk/"):
        phone.goto(site.url + path)
        buttons = phone.locator("main :is(button, .button)")
        assert buttons.count() > 0
        cut = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).length"
        assert buttons.evaluate_all(cut) == 0, path


@pytest.mark.parametrize("width", [1280, 1920, 3840])
def test_a_wall_is_as_wide_as_its_screen(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": width * 9 // 16})
    page.goto(f"{site.url}/leagues/winter-nights/screen/")
    box = page.locator("main.wall").bounding_box()
    assert box
    assert (box["x"], box["width"]) == (0, width)


def test_a_bracket_that_is_over_opens_at_its_final(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/events/harvest-cup/bracket/")
    final = phone.locator("h3", has_text=re.compile(r"^Final$"))
    expect(final).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    "path",
    [
        "/desk/events/millrace-open/people/",
        "/desk/events/millrace-open/people/seeds/",
        "/desk/leagues/team-league/calendar/",
        "/desk/people/",
    ],
)
def test_the_acts_of_a_list_are_one_line_and_the_rest_a_menu(
    phone: Page, site: Site, path: str
) -> None:
    sign_in(phone, site)
    phone.goto(site.url + path)
    menu = phone.locator("main .row > .menu")
    acts = [act.bounding_box() for act in menu.locator("xpath=../*").all()]
    assert len({box["y"] for box in acts if box}) == 1
    assert all(box["x"] + box["width"] <= 390 for box in acts if box)

    menu.locator("summary").click()
    rest = menu.locator("ul").bounding_box()
    assert rest
    assert rest["x"] >= 0
    assert rest["x"] + rest["width"] <= 390

    # Without scripts too, one menu is open at a time.
    phone.locator("details.menu").first.evaluate("menu => { menu.open = true; }")
    expect(phone.locator("details.menu[open]")).to_have_count(1)


@pytest.mark.parametrize(
    "path",
    [
        "/desk/people/list/",
        "/desk/events/millrace-open/people/list/",
        "/desk/leagues/team-league/calendar/add/",
    ],
)
def test_the_fields_of_a_form_are_in_two_columns_on_a_wide_page(
    page: Page, site: Site, path: str
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, site)
    page.goto(site.url + path)
    fields = [field.bounding_box() for field in page.locator("main form .field").all()]
    assert len({round(box["x"]) for box in fields if box}) == 2


def test_who_entered_is_above_the_form_of_registration_or_beside_it(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/desk/events/millrace-open/people/registration/")
    page.set_viewport_size({"width": 390, "height": 844})
    assert gap_below(page.locator("#counts"), page.locator("main form")) >= 8

    page.set_viewport_size({"width": 1440, "height": 900})
    form, counts = (page.locator(each).bounding_box() for each in ("main form", "#counts"))
    assert form
    assert counts
    assert form["x"] + form["width"] < counts["x"]
    assert abs(form["y"] - counts["y"]) < 2


def test_a_club_sees_the_colour_that_it_chooses(page: Page, site: Site) -> None:
    sign_in(page, site)
    page.goto(f"{site.url}/desk/club/")
    colour = page.locator("input[type=color]").first
    box = colour.bounding_box()
    assert box
    assert box["width"] < 150
    assert colour.evaluate("(field) => getComputedStyle(field).appearance") == "auto"
