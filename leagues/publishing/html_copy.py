"""A page of the site as a plain file: without scripts and forms, its links leading to files."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from html.parser import HTMLParser

VOID = {
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source"),
    *("track", "wbr"),
}
NEED_A_SERVER = {
    *("form", "fieldset", "label", "input", "select", "textarea", "button", "output"),
    *("script", "template", "dialog"),
}
LINK_TYPES = {"manifest", "modulepreload", "preload"}
ADDRESSES = {"href", "src", "xlink:href", "content"}
MAY_BE_EMPTIED = {"li", "p", "ul", "ol", "nav", "div", "section", "details", "aside"}
"""Elements that go when all that they had was left out."""
PICTURES = {"img", "svg", "hr"}

Rewrite = Callable[[str], str | None]
"""Returns the new address of a link; None to leave the link out."""


@dataclass
class Element:
    tag: str
    parts: list[str] = field(default_factory=list)
    is_left_out: bool = False
    lost: bool = False  # something in it was left out
    has_content: bool = False


class HtmlCopy(HTMLParser):
    """Copies a page. ``styles`` gets the style sheets that it carries, by their file names.

    ``note`` is put above the page, and ``languages`` in the place of the link to
    ``language_page``. Templates mark with ``data-copy`` what a copy never has (``never``), and what
    it has only if its address is known (``with-address``).
    """

    def __init__(
        self,
        rewrite: Rewrite,
        *,
        style_link: Callable[[str], str],
        note: str,
        languages: Callable[[], str],
        language_page: str,
        has_address: bool,
    ) -> None:
        super().__init__(convert_charrefs=False)
        self.rewrite = rewrite
        self.style_link = style_link
        self.note = note
        self.languages = languages
        self.language_page = language_page
        self.has_address = has_address
        self.left_out = {"never"} if has_address else {"never", "with-address"}
        self.open = [Element("")]
        self.styles: dict[str, str] = {}
        self.has_picture = False

    # --- What the parser calls ---------------------------------------------------------------

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        is_data = tag == "script" and own.get("type") == "application/ld+json"
        is_data = is_data and self.has_address
        left_out = (tag in NEED_A_SERVER and not is_data) or self.open[-1].is_left_out
        left_out |= "hidden" in own  # only scripts show it
        left_out |= own.get("data-copy") in self.left_out
        if tag == "a" and own.get("href") == self.language_page:
            left_out = True
            self.add(self.languages(), is_content=True)
        kept = None if left_out else self.kept_attributes(tag, attrs)
        if tag in VOID:
            if kept is None:
                self.open[-1].lost = True
            else:
                self.add(self.start_tag(tag, attrs, kept), is_content=tag in PICTURES)
            return
        if tag == "main":
            self.add(self.note)
        element = Element(tag, is_left_out=kept is None)
        if kept is not None and tag != "noscript":
            element.parts.append(self.start_tag(tag, attrs, kept))
        self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Copy a tag that ends itself, such as a shape of a picture."""
        if tag in VOID:
            self.handle_starttag(tag, attrs)
        elif not self.open[-1].is_left_out:
            self.add(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        if len(self.open) == 1 or tag in VOID:
            return
        element, around = self.open.pop(), self.open[-1]
        emptied = element.lost and not element.has_content and tag in MAY_BE_EMPTIED
        if element.is_left_out or emptied:
            around.lost = True
            return
        if tag == "style":
            self.add(self.linked_style("".join(element.parts[1:])))
            return
        around.parts += element.parts
        if tag != "noscript":
            around.parts.append(f"</{tag}>")
        around.lost |= element.lost
        around.has_content |= element.has_content or tag in PICTURES

    def handle_data(self, data: str) -> None:
        text = data.strip(" \n\t")
        around = self.open[-1]
        if text.startswith("·") and around.lost and not around.has_content:
            data = data.replace("·", "", 1)  # what it followed was left out
        self.add(data if text else data[:1], is_content=text not in {"", "·"})

    def handle_entityref(self, name: str) -> None:
        self.add(f"&{name};", is_content=True)

    def handle_charref(self, name: str) -> None:
        self.add(f"&#{name};", is_content=True)

    def handle_decl(self, decl: str) -> None:
        self.add(f"<!{decl}>")

    # --- Parts of the copy -------------------------------------------------------------------

    def add(self, text: str, *, is_content: bool = False) -> None:
        self.open[-1].parts.append(text)
        self.open[-1].has_content |= is_content

    def kept_attributes(
        self, tag: str, attrs: list[tuple[str, str | None]]
    ) -> list[tuple[str, str | None]] | None:
        """Return the attributes of the copy. None if the element is left out."""
        own = dict(attrs)
        if tag == "link" and own.get("rel") in LINK_TYPES:
            return None
        describes_picture = (own.get("property") or "").startswith("og:image:")
        if describes_picture and not self.has_picture:
            return None
        kept: list[tuple[str, str | None]] = []
        for name, value in attrs:
            if name.startswith(("hx-", "on", "data-")) and name != "data-theme":
                continue
            if name in ADDRESSES and value and (name != "content" or "://" in value):
                value = self.rewrite(value)
                if value is None:
                    return None
            kept.append((name, value))
        self.has_picture |= own.get("property") == "og:image"
        return kept

    def start_tag(
        self,
        tag: str,
        attrs: list[tuple[str, str | None]],
        kept: list[tuple[str, str | None]],
    ) -> str:
        if attrs == kept:
            return self.get_starttag_text() or ""
        pairs = (n if v is None else f'{n}="{escape(v)}"' for n, v in kept)
        return f"<{' '.join([tag, *pairs])}>"

    def linked_style(self, text: str) -> str:
        """Link the style sheet that a page carries: as a file it is stored once for all pages."""
        name = f"carried-{sha256(text.encode()).hexdigest()[:12]}.css"
        self.styles[name] = text
        return f'<link rel="stylesheet" href="{escape(self.style_link(name))}">'

    def copy(self, page: str) -> str:
        self.feed(page)
        self.close()
        while len(self.open) > 1:
            self.handle_endtag(self.open[-1].tag)
        return "".join(self.open[0].parts)
