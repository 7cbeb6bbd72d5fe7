"""The words of each language, as its catalogue uses them. English is in the code itself.

A test walks the catalogues: a form that is missing here, or a phrase, fails it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from leagues.words import hungarian
from leagues.words.site_word import SiteWord, WordKey, WordTable

ROUND, GAME, DRAWN, MATCH, NIGHT = WordKey
VOWELS = "aàâäáãåæeéèêëiíîïoóôöòõœuúùûüyýh"


def _english_plural(base: str, form: str, own: str) -> str:
    """Ours is always the plural here.

    >>> _english_plural("match", "matches", "frame"), _english_plural("night", "nights", "party")
    ('frames', 'parties')
    """
    if re.search(r"[^aeiou]y\Z", own):
        return f"{own[:-1]}ies"
    return own + ("es" if re.search(r"(s|x|z|ch|sh)\Z", own) else "s")


def _a_or_an(little: str, form: str) -> str:
    """By the first letter, but for the few that are spoken otherwise.

    >>> _a_or_an("A ", "end"), _a_or_an("a ", "unit"), _a_or_an("a ", "hour")
    ('An ', 'a ', 'an ')
    """
    spoken = re.match(r"(?!uni|use|eu|one)[aeiou]|hour|heir|hono", form, re.IGNORECASE)
    return f"{little[0]}{'n' if spoken else ''}{little[-1]}"


def _and_or(little: str, form: str) -> str:
    """Spanish: “y” before an i is “e”, “o” before an o is “u”.

    >>> _and_or("o ", "hora"), _and_or("y ", "ida"), _and_or("y ", "mano")
    ('u ', 'e ', 'y ')
    """
    first = form.lower().removeprefix("h")[:1]
    other = {"yi": "e", "yí": "e", "oo": "u", "oó": "u"}.get(little[0] + first)
    return (other or little[0]) + little[-1]


def table_of(language: str) -> WordTable:
    """A language without a table keeps our words."""
    return TABLES.get(language) or WordTable(())


TABLES: Mapping[str, WordTable] = {
    "en": WordTable(
        words=(
            SiteWord(ROUND, ("round", "rounds")),
            SiteWord(GAME, ("game", "games")),
            SiteWord(MATCH, ("match", "matches")),
            SiteWord(NIGHT, ("night", "nights")),
        ),
        kept=(
            r"[Ff]ull round robin",
            r"other way round",
            r"Round of \{size\}",  # the last sixteen
            r"(Winners|Losers) round",
            r"[Mm]atch play",
            r"Crokinole Match Notation",
            r"Results and Matches",  # the sheets of a file
            r"[Cc]lub night",
            r"Monday night",
            r"every night by itself",  # of backups
            r"made last night",
        ),
        little=r"\b[Aa]\s+",
        suited=_a_or_an,
        ending=_english_plural,
    ),
    "de": WordTable(
        words=(
            SiteWord(
                ROUND,
                ("Runde", "Runden"),
                article="die",
                before=("Entscheidungs", "Zusatz"),
            ),
            SiteWord(
                DRAWN,
                ("Durchgang", "Durchgangs", "Durchgänge", "Durchgängen"),
                article="der",
            ),
            SiteWord(GAME, ("Spiel", "Spiels", "Spiele", "Spielen"), article="das"),
            SiteWord(
                MATCH,
                ("Partie", "Partien"),
                article="die",
                before=("Entscheidungs", "Termin"),
            ),
            SiteWord(
                NIGHT,
                ("Abend", "Abends", "Abende", "Abenden"),
                article="der",
                before=("Liga", "Final"),
            ),
        ),
        kept=(
            r"[Hh]eute Abend",
            # to play
            r"[Zz]um( späten)? Spielen",
            r"vom Spielen",
            r"\ASpielen (nicht mehr|lassen)",
            r"Spielen darf",
        ),
        nouns_are_capital=True,
    ),
    "fr": WordTable(
        words=(
            SiteWord(ROUND, ("manche", "manches"), article="la"),
            SiteWord(DRAWN, ("ronde", "rondes"), article="la"),
            SiteWord(GAME, ("partie", "parties"), article="la"),
            SiteWord(MATCH, ("match", "matchs"), article="le"),
            SiteWord(NIGHT, ("soirée", "soirées"), article="la"),
        ),
        kept=(
            r"(fait|font|faire) partie",
            r"en partie",
            r"Ronde des \{size\}",
            r"(Gagnants|Perdants), ronde",
            r"[Mm]atch play",
            r"Results et Matches",
            r"Crokinole Match Notation",
        ),
        refused_first=VOWELS,
    ),
    "nl": WordTable(
        words=(
            SiteWord(ROUND, ("set", "sets"), article="de"),
            SiteWord(DRAWN, ("ronde", "rondes"), article="de"),
            SiteWord(GAME, ("partij", "partijen"), article="de"),
            SiteWord(
                MATCH,
                ("wedstrijd", "wedstrijden"),
                article="de",
                before=("beslissings", "competitie"),
            ),
            SiteWord(
                NIGHT,
                ("avond", "avonden"),
                article="de",
                before=("competitie", "finale"),
            ),
        ),
        kept=(r"Crokinole Match Notation",),
    ),
    "es": WordTable(
        words=(
            SiteWord(ROUND, ("ronda", "rondas"), article="la", where=r"\brounds?\b"),
            SiteWord(DRAWN, ("ronda", "rondas"), article="la"),
            SiteWord(GAME, ("partida", "partidas"), article="la"),
            SiteWord(MATCH, ("encuentro", "encuentros"), article="el"),
            SiteWord(NIGHT, ("jornada", "jornadas"), article="la"),
        ),
        kept=(r"Ronda de \{size\}", r"(Ganadores|Perdedores), ronda"),
        little=r"\b[YyOo]\s+",
        suited=_and_or,
    ),
    "hu": hungarian.TABLE,
}
