"""The pages of an event contain a style sheet without the rules they do not need."""

import pytest
from playwright.sync_api import Browser

from tests.examples import rare_but
from tests.served import Site

pytestmark = pytest.mark.long

# Of each kind of element the first; hundreds of rows are alike. Their computed styles are kept in
# the page, and a second call returns those that differ from the first.
CHANGED = """
    () => {
        const kinds = new Map();
        for (const each of document.querySelectorAll("body, body *")) {
            const kind = [each.parentNode, each].map((it) =>
                `${it.tagName}.${it.getAttribute("class") ?? ""}`).join(" > ");
            if (!kinds.has(kind)) kinds.set(kind, each);
        }
        const names = [...getComputedStyle(document.body)].filter((it) => !it.startsWith("--"));
        const before = window.computedStyles;
        window.computedStyles = [...kinds].flatMap(([kind, each]) =>
            [null, "::before", "::after"].map((part) => {
                const style = getComputedStyle(each, part);
                if (part && style.content === "none") return `${kind}; no ${part}`;
                const said = names.map((name) => `${name}: ${style.getPropertyValue(name)}`);
                return [kind, part, ...said].join("; ");
            }));
        if (!before) return window.computedStyles.length;
        if (before.length !== window.computedStyles.length) return ["other elements"];
        return before.filter((computed, at) => computed !== window.computedStyles[at]);
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


@pytest.mark.parametrize("theme", rare_but(["light", "dark"], "light"))
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
        assert page.evaluate(CHANGED) > 100
        page.evaluate(ADD_WHOLE_SHEET, whole)
        wrong += [f"{path}: {computed}" for computed in page.evaluate(CHANGED)]
    context.close()
    assert not wrong, "\n".join(each[:300] for each in wrong[:20])
