"""Remove repeated parts of a page before a test measures every part of it.

Three hundred rows of one template show no more than three. From the fourth element on in one
place, an element is removed if it differs from earlier ones only in its text and addresses.
An element with another class, role or state stays, and so does one that has text where others
have none. Headings and cells always stay, as the page would be out of order without them. So
does everything inside a part that scrolls sideways, and any element that another part refers
to by its id.
"""

from playwright.sync_api import Page

ENOUGH = 3
LEAVE_OUT = """(enough) => {
  const parts = "li, tr, div, section, article, form, fieldset, details, p, a, span, svg, g";
  const compared = new Set(["class", "role", "type", "lang", "scope"]);
  const texts = new Set(["aria-label", "aria-description"]);
  const names = ["for", "list", "aria-labelledby", "aria-describedby", "aria-details"];
  names.push("aria-controls", "aria-owns", "aria-activedescendant");

  const kindOf = (each) => {
    const attributes = [...each.attributes].map(({ name, value }) => {
      const isState = name.startsWith("aria-") && !texts.has(name) && !names.includes(name);
      return `${name}=${isState || compared.has(name) ? value : value !== ""}`;
    });
    const hasText = [...each.childNodes].some((it) => it.nodeType === 3 && it.data.trim());
    return [each.localName, hasText, ...attributes.sort()].join(" ");
  };

  const named = new Map();
  for (const each of document.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    const ids = names.flatMap((name) => each.getAttribute(name)?.split(/\\s+/) ?? []);
    for (const id of ids) named.set(id, [...(named.get(id) ?? []), each]);
  }
  const isNamedElsewhere = (each) =>
    [each, ...each.querySelectorAll("[id]")].some((it) =>
      named.get(it.id)?.some((other) => !each.contains(other)));

  const scrolls = (each) => each.scrollWidth > each.clientWidth
    && ["auto", "scroll"].includes(getComputedStyle(each).overflowX);

  // How often each kind has stood in each place: a place is within the one of its parent.
  const placeOf = (each, within) => {
    const kind = kindOf(each);
    if (!within.has(kind)) within.set(kind, { times: 0, within: new Map() });
    return within.get(kind);
  };
  const isKnown = (each, within) => {
    const place = placeOf(each, within);
    return place.times >= enough
      && [...each.children].every((child) => isKnown(child, place.within));
  };
  const repeated = [];
  const visit = (parent, within) => {
    if (parent.localName === "th" || scrolls(parent)) return;
    for (const each of parent.children) {
      const isNext = each.previousElementSibling?.localName === each.localName;
      if (isNext && each.matches(parts) && isKnown(each, within) && !isNamedElsewhere(each)) {
        repeated.push(each);
        continue;
      }
      const place = placeOf(each, within);
      place.times += 1;
      visit(each, place.within);
    }
  };
  visit(document.body, new Map());
  for (const each of repeated) each.remove();
  return repeated.length;
}"""


def leave_out_repeated(page: Page) -> None:
    page.evaluate(LEAVE_OUT, ENOUGH)
