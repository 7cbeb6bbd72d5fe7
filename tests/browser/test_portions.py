"""Long lists in portions: the rest by scrolling or printing, a name, and the reader's own row."""

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.served import ROOT, Site
from tests.site.managed import environment_of

pytestmark = pytest.mark.long

ROWS = "#live tr.line"
SIZES = [(390, 780), (1280, 900)]


@pytest.fixture(scope="module")
def event(own_site: Site) -> str:
    """The address of an event with 160 entries."""
    subprocess.run(
        [sys.executable, "-m", "tests.browser.large_event"],
        cwd=ROOT,
        env=environment_of(own_site.data_dir, DJANGO_SETTINGS_MODULE="crokinole_site.settings"),
        check=True,
    )
    return f"{own_site.url}/events/open-for-160"


def is_in_sight(page: Page, selector: str) -> None:
    expect(page.locator(selector)).to_be_in_viewport()


@pytest.mark.parametrize("size", SIZES)
def test_scrolling_brings_the_next_rows_and_the_address_names_them(
    event: str, page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{event}/standings/")
    expect(page.locator(ROWS)).to_have_count(50)
    page.get_by_role("link", name="Rows after").scroll_into_view_if_needed()
    expect(page.locator(ROWS)).to_have_count(100)
    assert page.url.endswith("part=1-2")
    page.reload()
    expect(page.locator(ROWS)).to_have_count(100)


def test_looking_for_a_word_brings_all_rows(event: str, page: Page) -> None:
    page.goto(f"{event}/standings/")
    page.keyboard.press("Control+f")
    expect(page.locator(ROWS)).to_have_count(160)


def test_printing_waits_for_all_rows(event: str, page: Page) -> None:
    page.add_init_script("window.print = () => document.body.dataset.printed = 'yes'")
    page.goto(f"{event}/standings/")
    page.keyboard.press("Control+p")
    expect(page.locator("body[data-printed]")).to_have_count(1)
    assert page.locator(ROWS).count() == 160


def test_a_list_is_printed_as_it_is_if_its_other_rows_do_not_come(event: str, page: Page) -> None:
    page.add_init_script("window.print = () => document.body.dataset.printed = 'yes'")
    page.clock.install()
    page.goto(f"{event}/standings/")
    page.route("**/*fragment=*", lambda route: route.abort("aborted"))
    page.keyboard.press("Control+p")
    expect(page.locator("body[data-printed]")).to_have_count(0)
    page.clock.run_for(5000)
    expect(page.locator("body[data-printed]")).to_have_count(1)
    assert page.locator(ROWS).count() == 50


@pytest.mark.parametrize("size", SIZES)
def test_a_name_is_found_and_its_row_is_marked(
    event: str, page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{event}/standings/?part=all")
    row = page.locator(ROWS).nth(130)
    name = row.locator("th a").inner_text()
    pk = row.get_attribute("id")
    page.goto(f"{event}/standings/")
    page.get_by_label("Find a name").fill(name)
    page.get_by_role("button", name="Find", exact=True).click()
    is_in_sight(page, f"#{pk}")
    assert page.locator(f"#{pk}").evaluate("row => row.matches(':target')")


def test_a_list_of_found_names_asks_for_news_without_a_stream(event: str, page: Page) -> None:
    page.add_init_script(
        "window.EventSource = class extends EventTarget { static asked = 0; "
        "constructor() { super(); EventSource.asked += 1; } close() {} }"
    )
    page.goto(f"{event}/standings/?find=player")
    with page.expect_response(lambda answer: "fragment=live" in answer.url) as asked:
        pass
    assert asked.value.ok
    assert page.evaluate("EventSource.asked") == 0
    page.goto(f"{event}/standings/")
    assert page.evaluate("EventSource.asked") == 1


@pytest.mark.parametrize("size", SIZES)
def test_whose_phone_it_is_sees_their_place_on_every_portion(
    event: str, page: Page, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{event}/standings/?part=all")
    row = page.locator(ROWS).nth(130)
    name, player = row.locator("th a").inner_text(), row.get_attribute("data-players")
    place = row.locator("td").first.locator("[data-brief]").get_attribute("data-brief")
    page.evaluate(
        "([pk, name]) => localStorage.setItem('me', JSON.stringify({ pk, name }))", [player, name]
    )
    page.goto(f"{event}/standings/")
    bar = page.locator("#me-bar")
    expect(bar).to_contain_text(f"{place} {name}")
    bar.get_by_role("link").click()
    is_in_sight(page, "tr.own")
    assert "part=3" in page.url


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_javascript_links_lead_to_all_rows(event: str, page: Page) -> None:
    page.goto(f"{event}/standings/")
    page.get_by_role("link", name="Rows after").click()
    assert page.url.endswith("part=2")
    page.get_by_role("link", name="Show all rows").click()
    expect(page.locator(ROWS)).to_have_count(160)
