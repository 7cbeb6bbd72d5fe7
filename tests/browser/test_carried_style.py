"""The pages of an event carry a style sheet without what they have nothing for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.served import Site

# Of each kind of element the first; hundreds of rows are alike.
STYLES = """
    () => {
        const kinds = new Map();
        for (const each of document.querySelectorAll("body, body *")) {
            const kind = [each.parentNode, each].map((it) =>
                `${it.tagName}.${it.getAttribute("class") ?? ""}`).join(" > ");
            if (!kinds.has(kind)) kinds.set(kind, each);
        }
        return [...kinds].flatMap(([kind, each]) =>
            [null, "::before", "::after"].map((part) => {
                const style = getComputedStyle(each, part);
                const names = [...style].filter((name) => !name.startsWith("--"));
                const said = names.map((name) => `${name}: ${style[name]}`);
                return [kind, part, ...said].join("; ");
            }));
    }
"""
ADD_WHOLE_SHEET = """
    (address) => new Promise((added) => {
        const link = document.createElement("link");
        Object.assign(link, { rel: "stylesheet", href: address, onload: added });
        document.head.append(link);
    })
"""
OPEN = "all => all.forEach((each) => { each.open = true; })"
PAGES = (
    *("millrace-open/", "millrace-open/matches/", "millrace-open/standings/"),
    *("millrace-open/standings/?view=grid", "millrace-open/bracket/"),
    *("millrace-open/players/", "millrace-open/about/", "weekly-league/standings/"),
    *("harvest-cup/", "lantern-doubles/"),
)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_that_carries_its_style_looks_as_with_the_whole_sheet(
    browser: Browser, site: Site, theme: str
) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844},
        bypass_csp=True,  # the test adds a sheet
        color_scheme=theme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(site.url)
    whole = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    wrong = []
    for path in PAGES:
        answer = page.goto(f"{site.url}/events/{path}")
        assert answer
        assert answer.status == 200
        page.eval_on_selector_all("main details", OPEN)
        page.evaluate("document.fonts.ready.then(() => null)")
        carried = page.evaluate(STYLES)
        page.evaluate(ADD_WHOLE_SHEET, whole)
        pairs = zip(carried, page.evaluate(STYLES), strict=True)
        wrong += [f"{path}: {one}" for one, other in pairs if one != other]
    context.close()
    assert not wrong, "\n".join(each[:300] for each in wrong[:20])
