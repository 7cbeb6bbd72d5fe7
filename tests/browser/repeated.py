"""Leaves out of a page what it repeats, before somebody measures every part of it.

Three hundred rows of one template say no more about it than three. What stands a fourth time in
the same place, alike in everything but its words and addresses, is taken out; what differs in a
class, a role, a state or in having words at all, stays. So do headings and cells, without which
the rest would be out of order, everything in what scrolls sideways, which might no longer, and
what another part of the page names by its id.
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
