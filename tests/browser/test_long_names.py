"""Pages on which long names were once broken inside a word, as a quick check before the walk."""

import pytest
from playwright.sync_api import Page

from tests.browser.steps import sign_in_once
from tests.browser.words import PAPER, broken_on_paper, broken_words
from tests.served import Site

# A league of divisions, a best of three, tiles, a frame on another website, a table on a phone,
# a bracket on paper, the finals that are about to be drawn, and matches at the desk.
WINDOWS = {
    "/leagues/pairs-league/": (1280, 1440),
    "/leagues/box-league/": (1280,),
    "/events/harvest-cup/matches/": (768, PAPER),
    "/events/millrace-open/": (390,),
    "/embed/boards/": (760,),
    "/events/millrace-open/standings/": (320,),
    "/events/harvest-cup/bracket/": (PAPER,),
    "/desk/leagues/team-league/end/finals/": (390, 1280),
    "/desk/events/millrace-open/matches/292/": (320, 390, 1440),
    "/desk/events/millrace-open/matches/293/": (320, 390, 1440),
}


@pytest.mark.long  # its site of long names takes some 20 s
def test_long_names_are_whole(page: Page, long_names: Site) -> None:
    sign_in_once(page.context, long_names)
    broken = []
    for path, widths in WINDOWS.items():
        page.goto(long_names.url + path)
        for width in widths:
            if width == PAPER:
                broken += broken_on_paper(page, path)
            else:
                page.set_viewport_size({"width": width, "height": 800})
                broken += broken_words(page, path)

    assert not broken, "\n".join(broken)
