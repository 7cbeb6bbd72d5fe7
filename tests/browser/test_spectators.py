"""A spectator on a phone: why a row has its place, which row is theirs, and the bracket."""

import re
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import find_objections
from tests.browser.steps import button, open_drawn
from tests.served import Site

pytestmark = pytest.mark.long

OPEN = "/events/millrace-open"


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    return page


def pick_name(phone: Page, site: Site) -> str:
    """Choose the phone's owner: the last player of the list who is at a board or waits."""
    phone.goto(f"{site.url}{OPEN}/players/")
    row = phone.locator("#live .list > li").last
    name = row.get_by_role("link").inner_text()
    row.get_by_role("link").click()
    phone.get_by_role("button", name="That’s me").click()
    phone.goto(f"{site.url}{OPEN}/players/")
    expect(row).to_have_class(re.compile("own"))
    expect(row).to_contain_text("You")
    return name


def test_a_long_name_in_a_button_keeps_the_page_narrow(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}{OPEN}/players/")
    phone.locator("#live .list > li").last.get_by_role("link").click()
    me = phone.locator("#live .me")
    me.locator("span").first.evaluate("each => each.textContent = 'a'.repeat(60)")

    expect(me).to_be_visible()
    assert phone.evaluate("document.scrollingElement.scrollWidth") <= 390


def test_a_name_opens_to_explain_its_place(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}{OPEN}/standings/")
    row = phone.locator("tr.line").nth(1)
    why = phone.locator("tr.why").nth(1)
    expect(why).to_be_hidden()

    row.locator("summary").press("Enter")

    expect(why).to_be_visible()
    expect(why).to_contain_text("Second")
    expect(why).to_contain_text("points")


def test_a_row_stays_in_view_on_the_phone_of_its_owner(phone: Page, site: Site) -> None:
    name = pick_name(phone, site)

    phone.goto(f"{site.url}{OPEN}/standings/")
    own = phone.locator("tr.own")
    expect(own).to_contain_text(name)
    expect(own).to_contain_text("You")
    bar = phone.get_by_role("complementary", name="You")
    phone.evaluate("scrollTo(0, 0)")
    expect(bar).to_contain_text(re.compile(r"Place \d+ \d+ points"))
    bar.get_by_role("link").click()
    expect(own).to_be_in_viewport()
    expect(bar).to_be_hidden()


def test_a_personal_link_tells_public_pages_whose_phone_it_is(phone: Page, site: Site) -> None:
    phone.goto(site.url + site.find_in_terminal(r"their own page: (/me/\S+)"))
    name = phone.locator("h1").inner_text()

    phone.goto(f"{site.url}{OPEN}/players/")

    own = phone.locator("#live li.own")
    expect(own).to_contain_text(name)
    own.get_by_role("link").click()
    phone.get_by_role("button", name="Not me").click()
    phone.goto(f"{site.url}{OPEN}/players/")
    expect(own).to_have_count(0)


def test_the_next_match_is_at_the_top(phone: Page, site: Site) -> None:
    name = pick_name(phone, site)

    phone.locator(".tabs summary").click()
    phone.get_by_role("link", name="Now", exact=True).click()

    you = phone.get_by_role("region", name="You")
    expect(you).to_contain_text(name)
    expect(you).to_contain_text(re.compile("At the boards|Still to play|Next"))
    expect(phone.get_by_role("link", name="Are you playing? Choose your name")).to_be_hidden()


def test_a_wrongly_picked_name_can_be_taken_back(phone: Page, site: Site) -> None:
    pick_name(phone, site)
    phone.locator("#live li.own").get_by_role("link").click()

    button(phone, "Not me").click()

    phone.goto(f"{site.url}{OPEN}/players/")
    expect(phone.locator(".own")).to_have_count(0)
    phone.goto(f"{site.url}{OPEN}/")
    expect(phone.get_by_role("region", name="You")).to_have_count(0)
    expect(phone.get_by_role("link", name="Are you playing? Choose your name")).to_be_visible()


def test_a_printed_grid_has_all_its_columns(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/events/weekly-league/standings/?view=grid")
    phone.evaluate(
        """() => {
          const grid = document.querySelector(".grid-table");
          for (const row of grid.rows)
            while (row.cells.length < 26) row.cells[2].after(row.cells[2].cloneNode(true));
        }"""
    )
    # Sideways on whatever paper the printer has.
    paper = phone.pdf(format="A4", prefer_css_page_size=True)
    boxes = re.findall(rb"/MediaBox \[0 0 (\d+)\S* (\d+)", paper)
    assert boxes == [(b"842", b"595")]

    # Where the paper stays upright all the same: A4 within its margins.
    phone.set_viewport_size({"width": 680, "height": 900})
    phone.emulate_media(media="print")
    last = phone.locator(".grid-table tbody tr").first.locator("td").last
    box = last.bounding_box()
    assert box
    assert box["x"] + box["width"] <= 680


def test_a_bracket_of_two_rounds_is_one_picture_on_a_phone(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/events/harvest-cup/bracket/")
    boxes = [each.bounding_box() for each in phone.locator(".tree .slot").all()]
    found = [box for box in boxes if box]
    assert len(found) == 4
    assert len({(box["x"], box["width"]) for box in found}) == 1
    gaps = [after["y"] - box["y"] - box["height"] for box, after in pairwise(found)]
    assert max(gaps) < 60, "no hole before the match for bronze"


def test_a_winner_is_centred_between_the_two_sides_it_comes_from(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site.url}/events/harvest-cup/bracket/")

    middles = (
        page.locator(".tree")
        .first.locator(".slot")
        .evaluate_all(
            "all => all.map(e => { const b = e.getBoundingClientRect(); return b.y + b.height / 2; })"
        )
    )

    one, other, final = middles
    assert abs((one + other) / 2 - final) < 2


def test_all_of_it_is_read_without_scripts(browser: Browser, site: Site) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.url}{OPEN}/standings/")
    page.locator("tr.line summary").first.click()
    expect(page.locator("tr.why").first).to_be_visible()
    expect(page.get_by_role("button", name="That’s me")).to_have_count(0)
    page.goto(f"{site.url}/players/")
    page.get_by_role("main").locator("tbody a").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", ["/", f"{OPEN}/"])
def test_the_first_screen_shows_the_leaders_the_current_and_the_next_game(
    phone: Page, site: Site, path: str
) -> None:
    """Within three seconds, before anybody scrolls; the bar at the foot covers nothing of it."""
    open_drawn(phone, f"{site.url}{path}")

    leaders = phone.locator(".leaders").first.locator("li")
    bar = phone.get_by_role("navigation", name="Site").bounding_box()
    assert bar
    for part in (
        leaders.first,
        leaders.last,
        phone.get_by_text(re.compile(r"game \d+")).first,
        phone.get_by_text(re.compile(r"\d+ boards? in play")).first,
        phone.get_by_text(re.compile("Next here:|Next:")).first,
    ):
        expect(part).to_be_in_viewport(ratio=1)
        box = part.bounding_box()
        assert box
        assert box["y"] + box["height"] <= bar["y"]


def test_pointing_at_a_player_highlights_their_path_through_the_bracket(
    page: Page, site: Site
) -> None:
    page.goto(f"{site.url}/events/harvest-cup/bracket/")
    final = page.locator(".tree").first.locator("section").last
    winner = final.locator(".side.won")

    box = winner.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 10)

    expect(page.locator(".on-path")).to_have_count(2)
    expect(page.locator(".side.on-path.won")).to_have_count(2)


def test_a_tap_on_a_name_shows_their_path_and_another_hides_it(
    browser: Browser, site: Site
) -> None:
    with browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True) as hand:
        phone = hand.new_page()
        phone.goto(f"{site.url}/events/harvest-cup/bracket/")
        here = phone.url
        path = phone.locator(".on-path")
        tree = phone.locator(".tree").first
        winner = tree.locator("section").last.locator(".won .name")
        name = tree.get_by_role("button", name=winner.inner_text(), exact=True)

        name.first.tap()
        expect(path).to_have_count(2)
        expect(winner).to_have_attribute("aria-pressed", "true")
        assert find_objections(phone) == []

        name.first.tap()
        expect(path).to_have_count(0)
        expect(winner).to_have_attribute("aria-pressed", "false")

        name.first.press("Enter")
        expect(path).to_have_count(2)
        name.first.press("Space")
        expect(path).to_have_count(0)
        assert phone.url == here


def test_the_bar_of_an_event_stays_in_sight_and_covers_nothing_jumped_to(
    phone: Page, site: Site
) -> None:
    open_drawn(phone, f"{site.url}{OPEN}/standings/")
    stages = phone.get_by_role("navigation", name="Stages")
    stages.locator("summary").click()
    stages.get_by_role("link").last.click()

    bar = phone.locator(".bar").bounding_box()
    caption = phone.locator("caption").last
    expect(caption).to_be_in_viewport()
    expect(stages.get_by_role("link").last).to_be_hidden()
    expect(stages.locator("summary")).to_be_in_viewport()
    below = caption.bounding_box()
    assert bar
    assert below
    assert below["y"] >= bar["y"] + bar["height"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_thumb_of_the_slider_is_seen(phone: Page, site: Site, theme: str) -> None:
    """WCAG 1.4.11: three to one against its track and the page."""
    phone.goto(f"{site.url}/leagues/winter-nights/")
    phone.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
    slider = phone.locator("#after")
    slider.scroll_into_view_if_needed()
    picture = Image.open(BytesIO(slider.screenshot())).convert("RGB")
    middle = picture.height // 2
    thumb = picture.getpixel((picture.width - 10, middle))
    track, ground = picture.getpixel((4, middle)), picture.getpixel((4, 1))

    assert contrast_of(thumb, track) >= 3, (thumb, track)
    assert contrast_of(thumb, ground) >= 3, (thumb, ground)


def contrast_of(one: Any, other: Any) -> float:
    def light(colour: Any) -> float:
        parts: list[float] = [each / 255 for each in colour]
        red, green, blue = (
            p / 12.92 if p <= 0.04045 else pow((p + 0.055) / 1.055, 2.4) for p in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05

    dark, bright = sorted([light(one), light(other)])
    return bright / dark


def test_my_row_in_a_league_is_marked(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/leagues/box-league/")
    found = phone.locator("tr [data-players], tr[data-players]").first
    pk = (found.get_attribute("data-players") or "").split()[0]
    phone.evaluate("pk => localStorage.setItem('me', JSON.stringify({pk}))", pk)
    phone.reload()

    mine = phone.locator(".badge.you").first
    expect(mine).to_have_text("You")
    box = mine.bounding_box()
    assert box
    assert box["width"] > 20


def test_two_seconds_stand_on_both_sides_of_the_winner(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{site.url}/events/harvest-cup/")
    podium = page.locator(".podium").first
    podium.evaluate("each => (each.children[2].value = 2)")

    boxes = [each.bounding_box() for each in podium.locator("> li").all()]
    first, second, other = (box["x"] for box in boxes if box)
    assert second < first < other


def test_who_wins_the_next_night_changes_the_table_at_once(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/leagues/winter-nights/what-if/")
    phone.get_by_label("Place 1").select_option("Lars Ng")
    expect(phone.locator("caption")).to_contain_text("If the night ended like this")
    expect(phone.get_by_label("Place 1")).to_have_value(re.compile(r"\d+"))
    expect(phone).to_have_url(re.compile("order="))


@pytest.mark.parametrize("path", ["lantern-doubles/", "millrace-open/about/"])
@pytest.mark.parametrize("width", [390, 320])
def test_the_words_of_a_poster_end_before_its_board(
    phone: Page, site: Site, path: str, width: int
) -> None:
    phone.set_viewport_size({"width": width, "height": 844})
    phone.goto(f"{site.url}/events/{path}")
    words_end, board_begins = phone.evaluate(
        """() => {
          const words = document.createRange();
          const board = document.querySelector(".poster .board-picture").getBoundingClientRect();
          const beside = [...document.querySelectorAll(".poster > p")].map((each) => {
            words.selectNodeContents(each);
            return words.getBoundingClientRect();
          }).filter((each) => each.top < board.bottom);
          return [Math.max(...beside.map((each) => each.right)), board.left];
        }"""
    )
    assert 0 < words_end <= board_begins


def test_a_grid_names_both_of_a_pair_on_a_phone(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/events/pairs-league/standings/?view=grid")

    names = phone.locator(".grid-table .who")
    assert names.count() > 2
    assert names.evaluate_all("all => all.filter((e) => e.scrollWidth > e.clientWidth).length") == 0


def test_chances_tell_a_phone_what_they_are_worked_out_from(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}{OPEN}/chances/?stage=2")

    for column in ("Pts", "To play", "Rating", "Advances"):
        expect(phone.get_by_role("columnheader", name=column).first).to_be_visible()


def test_a_wide_window_tells_what_is_open_this_week_and_what_is_next_once(
    page: Page, site: Site
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{site.url}/leagues/team-league/")

    expect(page.locator(".up-next > a").first).to_be_visible()
    assert page.locator("#live").inner_text().count("Next:") == 1
