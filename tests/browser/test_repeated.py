"""Which repeated parts of a page are removed before every part of it is measured."""

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.repeated import leave_out_repeated

pytestmark = pytest.mark.long

ROW = '<li class="match"><a href="/{n}/">Ann {n}</a></li>'


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        ("", 3),
        (ROW, 3),
        ('<li class="match over"><a href="/9/">Ann</a></li>', 4),
        ('<li class="match"><a href="/9/" aria-current="page">Ann</a></li>', 4),
        ('<li class="match"><a href="/9/"></a></li>', 4),  # says nothing
        ('<li class="match"><a href="/9/" title="">Ann</a></li>', 4),
        ('<li class="match"><a href="/9/">Ann</a><b>won</b></li>', 4),
        ('<li class="match" id="best"><a href="/9/">Ann</a></li>' * 4, 6),
        ('<li class="match" id="named"><a href="/9/">Ann</a></li>' * 4, 7),
    ],
)
def test_of_what_is_alike_three_stay_and_all_that_differs(
    context: BrowserContext, more: str, kept: int
) -> None:
    page = context.new_page()  # no site to watch
    rows = "".join(ROW.format(n=n) for n in range(10))
    page.set_content(f'<ul>{rows}{more}</ul><p aria-describedby="named">Best</p>')
    leave_out_repeated(page)
    assert page.locator("li").count() == kept
    page.close()


def test_what_scrolls_sideways_stays_whole(context: BrowserContext) -> None:
    page = context.new_page()
    rows = "".join(f"<tr><td>{'long' * n}</td></tr>" for n in range(1, 11))
    for width, kept in (("10px", 10), ("1000px", 3)):
        page.set_content(
            f'<div style="overflow-x: auto; width: {width}"><table>{rows}</table></div>'
        )
        leave_out_repeated(page)
        assert page.locator("tr").count() == kept
    page.close()
