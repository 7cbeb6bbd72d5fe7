"""Guess the columns of a sheet of matches from their headings and values.

Headings may be in English, French, German, Dutch, Spanish or Hungarian, in any order, and other
lines may come before them.

>>> sheet = [["Ligue 2019"], [], ["Joueur 1", "Joueur 2", "Date", "Points 1", "Points 2"],
...          ["Zoé", "Luc", "05/03/2019", "5", "3"]]
>>> found = guess_columns(sheet)
>>> found.heading, [column.value for column in found.columns]
(2, ['a', 'b', 'date', 'points_a', 'points_b'])
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from leagues.files.spreadsheet import Grid
from leagues.files.written_days import DayOrder, day_of, fold_accents

LOOKED_AT = 30  # rows searched for a heading, and rows of values
ENOUGH = 2  # known column names that make a row a heading


class Column(StrEnum):
    """The meaning of a column."""

    NOTHING = ""
    DATE = "date"
    EVENT = "event"
    DIVISION = "division"
    STAGE = "stage"
    POOL = "pool"
    ROUND = "round"
    A = "a"
    A2 = "a2"
    B = "b"
    B2 = "b2"
    RESULT = "result"
    POINTS_A = "points_a"
    POINTS_B = "points_b"
    TWENTIES = "twenties"
    TWENTIES_A = "twenties_a"
    TWENTIES_B = "twenties_b"
    WINNER = "winner"
    PLACE = "place"
    TOTAL = "total"
    NIGHT = "night"


@dataclass(frozen=True)
class Columns:
    """The row of the heading (-1 for none), and the meaning of each column."""

    heading: int
    columns: tuple[Column, ...]

    def of(self, column: Column) -> int | None:
        return self.columns.index(column) if column in self.columns else None


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


WINNER = word_set("winner won sieger gewinner vainqueur gagnant winnaar ganador gyoztes")
DATE = word_set("date datum fecha dia day tag jour dag kelt nap idopont when datetime")
POINTS = word_set(
    "points point pts pt punkte punkt pkt punten punt puntos punto pontok pont pontszam score scores"
)
RESULT = word_set(
    "result results score ergebnis resultat resultaat uitslag resultado marcador eredmeny"
)
PARTNER = word_set("partner partenaire pareja companero compagnon tars maat mitspieler")
OPPONENT = word_set(
    "opponent opp gegner gegnerin adversaire tegenstander rival contrincante oponente ellenfel"
)
PLAYER = word_set(
    """player players spieler spielerin joueur joueuse speler jugador jugadora jatekos
    name naam nom nombre nev team pair paar paire equipe parja par csapat home away heim
    gast thuis uit local visitante hazai vendeg side seite camp kant lado fel"""
)
EVENT = word_set(
    """event tournament turnier tournoi toernooi torneo verseny competition evenement evento
    esemeny league liga ligue competitie bajnoksag tornament cup wettbewerb"""
)
DIVISION = word_set(
    "division category categorie kategorie categoria kategoria klasse klass level osztaly"
)
STAGE = word_set("stage phase fase szakasz etapa etape")
POOL = word_set("pool group gruppe groupe groep grupo csoport poule")
ROUND = word_set(
    "round runde durchgang ronde ronda fordulo manche tour spielrunde week woche semaine semana het kor speelronde"
)
FIRST_SIDE = word_set("a one home heim thuis local hazai first domicile")
SECOND_SIDE = OPPONENT | word_set("b two away gast uit visitante vendeg second exterieur")
TWENTIES = re.compile(
    r"\b20(?:s|er|ers|as|ok|-as|’s|'s)?\b|twenties|twintigs?|zwanziger|vingts?|veintes?|husz\w*"
)
KINDS_OF = {
    "winner": WINNER,
    "date": DATE,
    "points": POINTS | RESULT,
    "player": PLAYER | OPPONENT | PARTNER,
    "event": EVENT,
    "division": DIVISION,
    "stage": STAGE,
    "pool": POOL,
    "round": ROUND,
}
BARE_SIDES = FIRST_SIDE | SECOND_SIDE | word_set("3 4 1 2")
PAIRS = re.compile(r"\d{1,4}\s?[-–:—/]\s?\d{1,4}")


@dataclass(frozen=True)
class ColumnHeading:
    """The meaning of a column's name: its kind, its side, and whether it is of a partner."""

    kind: str
    side: str = ""
    partner: bool = False


def heading_of(cell: str) -> ColumnHeading | None:
    text = fold_accents(cell)
    twenties = TWENTIES.search(text)
    if twenties:
        text = text[: twenties.start()] + " " + text[twenties.end() :]
    tokens = re.findall(r"[a-z]+|\d+", text)
    named = frozenset(tokens)
    side, partner = _side_of(tokens, named)
    if twenties:
        return ColumnHeading("twenties", side)
    if named & RESULT and (named & POINTS == named or not named & POINTS) and not side:
        return ColumnHeading("result")
    for kind, known in KINDS_OF.items():
        if named & known:
            return ColumnHeading(kind, side, partner or bool(named & PARTNER))
    if side and named <= BARE_SIDES and len(tokens) <= 2:
        return ColumnHeading("player", side, partner)
    return None


def _side_of(tokens: Sequence[str], named: frozenset[str]) -> tuple[str, bool]:
    """Return the side of a heading, and True if it is a pair's second player ("A2")."""
    numbers = [token for token in tokens if token.isdecimal()]
    letters = [token for token in tokens if token in ("a", "b")]
    if letters and numbers:
        if tokens.index(letters[0]) < tokens.index(numbers[0]):
            return letters[0], numbers[0] == "2"
        return ("a" if numbers[0] == "1" else "b"), letters[0] == "b"
    if named & SECOND_SIDE or numbers == ["2"]:
        return "b", False
    if named & FIRST_SIDE or numbers == ["1"]:
        return "a", False
    return (numbers[0] if numbers in (["3"], ["4"]) else ""), False


SIDED = {
    "points": (Column.POINTS_A, Column.POINTS_B),
    "twenties": (Column.TWENTIES_A, Column.TWENTIES_B),
    "player": (Column.A, Column.B),
}
SECOND_OF = {Column.A: Column.A2, Column.B: Column.B2}


def guess_columns(grid: Grid) -> Columns:
    """Guess the columns; the user can change them."""
    rows = grid[:LOOKED_AT]
    named = [sum(heading_of(cell) is not None for cell in row) for row in rows]
    most = max(named, default=0)
    width = max(map(len, grid), default=0)
    if most < ENOUGH:
        return Columns(-1, _by_values(grid, width))
    at = named.index(most)
    headings = [heading_of(cell) for cell in grid[at]]
    headings += [None] * (width - len(headings))
    values = first_values(grid, at, width)
    return Columns(at, _assign_columns(headings, values))


def first_values(grid: Grid, heading: int, width: int) -> list[list[str]]:
    """Return the first non-empty cells of each column."""
    columns: list[list[str]] = [[] for _ in range(width)]
    for row in grid[heading + 1 : heading + 1 + LOOKED_AT]:
        for at, cell in enumerate(row):
            if cell:
                columns[at].append(cell)
    return columns


def _assign_columns(
    headings: Sequence[ColumnHeading | None], values: Sequence[Sequence[str]]
) -> tuple[Column, ...]:
    """Assign a column to each heading, once. Of two equal headings the second is for side B."""
    found = [Column.NOTHING] * len(headings)
    four = [h for h in headings if h and h.kind == "player" and h.side in ("3", "4")]
    for at, heading in enumerate(headings):
        if heading is None:
            continue
        column = _column_for(heading, found, values[at], are_four=len(four) == 2)
        if column not in found:
            found[at] = column
    return tuple(found)


def _column_for(
    heading: ColumnHeading, found: Sequence[Column], values: Sequence[str], *, are_four: bool
) -> Column:
    if heading.kind not in SIDED:
        return Column(heading.kind)
    if heading.kind != "player" and _are_pairs(values):
        return Column.RESULT if heading.kind == "points" else Column.TWENTIES
    first, second = SIDED[heading.kind]
    if are_four and heading.kind == "player":
        places = {"a": Column.A, "b": Column.A2, "3": Column.B, "4": Column.B2}
        return places.get(heading.side, Column.NOTHING)
    if heading.partner and heading.kind == "player":
        if heading.side:
            return SECOND_OF[first if heading.side == "a" else second]
        return Column.B2 if Column.B in found else Column.A2
    if heading.side == "b" or (not heading.side and first in found):
        return second
    return first


def _are_pairs(values: Sequence[str]) -> bool:
    return bool(values) and all(PAIRS.match(value) for value in values)


def _by_values(grid: Grid, width: int) -> tuple[Column, ...]:
    """Guess columns without a heading: days, the first two names as sides, then numbers."""
    free = {
        "date": [Column.DATE],
        "name": [Column.A, Column.B],
        "pair": [Column.RESULT, Column.TWENTIES],
        "number": [*(Column.POINTS_A, Column.POINTS_B), *(Column.TWENTIES_A, Column.TWENTIES_B)],
    }
    found = []
    for values in first_values(grid, -1, width):
        left = free.get(_kind_of(values), [])
        found.append(left.pop(0) if left else Column.NOTHING)
    return tuple(found)


def _kind_of(values: Sequence[str]) -> str:
    if not values:
        return ""
    for kind, fits in KINDS.items():
        if sum(map(fits, values)) * 10 >= len(values) * 8:
            return kind
    return ""


def _is_pair(value: str) -> bool:
    return PAIRS.fullmatch(value) is not None


def _is_day(value: str) -> bool:
    return day_of(value, DayOrder.DAY_FIRST) is not None


def _is_name(value: str) -> bool:
    return any(c.isalpha() for c in value)


KINDS = {"number": str.isdecimal, "pair": _is_pair, "date": _is_day, "name": _is_name}
