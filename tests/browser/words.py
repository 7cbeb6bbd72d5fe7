"""Names with long words, and a check for words of a page that are broken over two lines."""

import sqlite3
from contextlib import closing
from itertools import cycle
from pathlib import Path

from playwright.sync_api import Page

WIDTHS = (320, 390, 768, 1280, 1440)
PAPER = 680  # A4 between margins of 15 mm

GIVEN = (
    *("Christopher", "Fionnuala", "Annemarie", "Alasdair", "Tamás"),
    *("Konstantinos", "Maximiliana", "Bartholomew", "Aurélie"),
)
FAMILY = (
    *("Montgomery-Smythe", "Nic Dhomhnaill", "Schwarzenbach-Oberholzer"),
    *("MacGillivray", "Ramachandran", "Űrhegyi", "Featherstonehaugh-Vandenberghe"),
)

# A hyphen may end a line. Addresses and codes may break anywhere.
BROKEN = r"""(within) => {
  const found = []
  const range = document.createRange()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text; (text = texts.nextNode());) {
    if (!/\p{L}{2}/u.test(text.data) || !text.parentElement.closest(within)) continue
    range.selectNodeContents(text)
    if (range.getClientRects().length < 2 || !text.parentElement.checkVisibility()) continue
    for (const { 0: token, index } of text.data.matchAll(/\S+/g)) {
      if (/[\d@/_]|\w\.\w/.test(token)) continue
      for (const word of token.matchAll(/[\p{L}\p{M}]{2,}/gu)) {
        range.setStart(text, index + word.index)
        range.setEnd(text, index + word.index + word[0].length)
        const [first, ...more] = [...range.getClientRects()].filter((each) => each.width > 0)
        if (more.some((each) => Math.abs(each.top - first.top) > first.height / 2))
          found.push(`"${word[0]}" in ${text.parentElement.outerHTML.slice(0, 80)}`)
      }
    }
  }
  return found
}"""


def give_long_names(data_dir: Path) -> Path:
    """Rename most players of the demo club, but not those shown by an alias or an initial."""
    with closing(sqlite3.connect(data_dir / "twenties.sqlite3")) as database, database:
        players = database.execute(
            "SELECT id FROM leagues_player WHERE name_on_web = '' AND NOT is_minor"
        ).fetchall()
        database.executemany(
            "UPDATE leagues_player SET name = ?, family_name = ? WHERE id = ?",
            [
                (f"{given} {family}", family, pk)
                for (pk,), given, family in zip(players, cycle(GIVEN), cycle(FAMILY), strict=False)
            ],
        )
    return data_dir


def broken_words(page: Page, path: str, within: str = "body") -> list[str]:
    """Words that are broken over two lines at the window's present width."""
    where = page.viewport_size
    assert where is not None
    found = page.evaluate(BROKEN, within)
    return [f"{path} at {where['width']} px: {each}" for each in found]


def broken_on_paper(page: Page, path: str) -> list[str]:
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PAPER, "height": 768})
    found = broken_words(page, f"{path} on paper")
    page.emulate_media(media="screen")
    return found
