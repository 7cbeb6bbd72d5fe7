"""The list of players or pairs of a league of dated matches, divided by headings."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from leagues.files.people_list import ListedPerson, ListLine, read_list
from leagues.models import Club, Event, Player
from leagues.models.names import fold_name, guess_family_name
from leagues.reads.people.name_matches import register_of
from leagues.reads.people.ratings import ratings_of
from leagues.stages.boxes import SMALLEST
from leagues.stages.league_kinds import kind_of
from scoring.ratings import CLUB_SCALE

DIVISION = ":"
"""Marks a line as the name of a division: "First division:"."""
MOST_LETTERS = 40_000
MOST_DIVISIONS = 12
MOST_IN_ONE = 40
MOST_IN_A_LIST = 200
MOST_ERRORS = 5  # errors shown at once

Entries = list[tuple[Player, ...]]


class DivisionsForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Who plays"),
        max_length=MOST_LETTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, club: Club, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        of_kind = kind_of(kind)
        self.size, self.is_one_list = of_kind.entry_size, of_kind.is_one_order
        self.least = SMALLEST if of_kind.has_boxes else 2
        self.divisions: dict[str, Entries] = {}
        self.learnt: list[tuple[Player, Player]] = []
        if self.is_one_list:
            self.fields["text"].help_text = _("One name per line, the strongest first.")
            return
        if self.size is None:
            self.fields["text"].help_text = _(
                "One name per line, the strongest first. Enter pairs as Ann Smith & Ben Ito. To start a division, enter its name and a colon, such as First division:"
            )
            return
        self.fields["text"].help_text = (
            _(
                "One pair per line, the strongest first, such as Ann Smith & Ben Ito. To start a division, enter its name and a colon, such as First division:"
            )
            if self.size == 2
            else _(
                "One name per line, the strongest first. To start a division, enter its name and a colon, such as First division:"
            )
        )

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        reader = ListReader(self.club, self.size, is_one_list=self.is_one_list, least=self.least)
        self.divisions = reader.read(text)
        self.learnt = reader.learnt
        if reader.wrong:
            raise forms.ValidationError(reader.wrong[:MOST_ERRORS])
        return text

    @property
    def sides(self) -> str:
        """Doubles if any line is a pair, else singles."""
        entries = chain.from_iterable(self.divisions.values())
        are_pairs = any(len(people) == 2 for people in entries)
        return Event.Sides.DOUBLES if are_pairs else Event.Sides.SINGLES

    @property
    def sizes(self) -> list[int]:
        return [len(entries) for entries in self.divisions.values()]

    @property
    def new(self) -> list[str]:
        """Names of players who are new to the club."""
        everybody = chain.from_iterable(chain.from_iterable(self.divisions.values()))
        return [player.name for player in everybody if player._state.adding]


class ListReader:
    """A reader of lines into divisions. Errors are collected in ``wrong``."""

    def __init__(self, club: Club, size: int | None, *, is_one_list: bool, least: int = 2) -> None:
        self.club, self.size, self.is_one_list, self.least = club, size, is_one_list, least
        self.known = register_of(club)
        self.players = Player.objects.filter(club=club).present().in_bulk()
        self.wrong: list[str] = []
        self.seen: dict[str, str] = {}
        self.learnt: list[tuple[Player, Player]] = []
        """Known players, each with an unsaved one that has the details from the list."""

    def read(self, text: str) -> dict[str, list[Any]]:
        divisions: dict[str, list[Any]] = {}
        name = ""
        if self.is_one_list:
            if found := self.entries(text):
                divisions[name] = found
            self._check_sizes(divisions)
            return divisions
        rows: list[str] = []
        for row in [*text.splitlines(), DIVISION]:
            if not row.strip().endswith(DIVISION):
                rows.append(row)
                continue
            if found := self.entries("\n".join(rows)):
                divisions.setdefault(name, []).extend(found)
            rows, name = [], row.strip().removesuffix(DIVISION).strip()[:40]
            if row is not DIVISION:
                divisions.setdefault(name, [])
        self._check_sizes(divisions)
        return divisions

    def entries(self, text: str) -> list[Any]:
        """Return the entries on these lines, without divisions."""
        return [people for line in read_list(text) if (people := self._entry(line))]

    def _entry(self, line: ListLine) -> tuple[Player, ...]:
        if line.text.strip().endswith(DIVISION):
            self.wrong.append(
                _("There are no divisions here. Remove “%(line)s”.") % {"line": line.text.strip()}
            )
            return ()
        if self.size is None and len(line.names) in (1, 2):
            self.size = len(line.names)  # the first line decides for all
        if line.trouble or len(line.names) != self.size:
            self.wrong.append(self._wrong_size(line))
            return ()
        rest = [each for each in line.left_out if not _is_mark_of_new(each)]
        if rest:
            self.wrong.append(
                _("Remove “%(rest)s” from the line “%(line)s”.")
                % {"line": line.text.strip(), "rest": ", ".join(rest)}
            )
            return ()
        return tuple(filter(None, (self._listed(line, person) for person in line.people)))

    def _listed(self, line: ListLine, person: ListedPerson) -> Player | None:
        """Return the player with this name, and note new details from the line."""
        listed = Player(
            club=self.club,
            name=person.name,
            family_name=guess_family_name(person.name),
            is_guest=line.guest,
            is_minor=line.minor,
            email=person.email,
            telephone=person.telephone,
        )
        is_new = any(map(_is_mark_of_new, line.left_out))
        player = self.player(person.name, listed, is_new=is_new)
        if player is not None and player is not listed:
            self.learnt.append((player, listed))
        return player

    def _wrong_size(self, line: ListLine) -> str:
        values = {"line": line.text}
        if self.size == 2:
            return _("“%(line)s” isn’t a pair. Enter two names with & between them.") % values
        return _("“%(line)s” isn’t a single name.") % values

    def player(
        self, name: str, listed: Player | None = None, *, is_new: bool = False
    ) -> Player | None:
        """Return the club's player with this name, or a new one: ``listed`` if given.

        If it isn't clear who is meant, return None and add an error to ``wrong``. ``is_new``
        marks a similar name as another person's.
        """
        if fold_name(name) in self.seen:
            self.wrong.append(_("%(name)s is listed twice.") % {"name": name})
            return None
        self.seen[fold_name(name)] = name
        found = self.known.find(name)
        sure = [each for each in found if each.likeness.is_sure]
        if len(sure) > 1:
            self.wrong.append(
                _("The club has several people called %(name)s. Enter the alias of one of them.")
                % {"name": name}
            )
            return None
        if sure:
            return self.players[sure[0].person.pk]
        if found and not is_new:
            self.wrong.append(
                _(
                    "“%(name)s” looks like %(known)s. Enter the name as the club has it, or add %(new)s after it if this is another person."
                )
                % {
                    "name": name,
                    "known": found[0].person.name,
                    "new": "(" + pgettext("behind the name of a new person", "new") + ")",
                }
            )
            return None
        return listed or Player(club=self.club, name=name, family_name=guess_family_name(name))

    def _check_sizes(self, divisions: Mapping[str, Sequence[Any]]) -> None:
        if self.wrong:
            return
        if not divisions:
            self.wrong.append(_("Enter who plays."))
        if len(divisions) > MOST_DIVISIONS:
            self.wrong.append(_("Enter at most %(n)s divisions.") % {"n": MOST_DIVISIONS})
        for name, entries in divisions.items():
            least, most = self._sizes
            if not least <= len(entries) <= most:
                self.wrong.append(_size_in_words(name, len(entries), least, most))

    @property
    def _sizes(self) -> tuple[int, int]:
        return self.least, MOST_IN_A_LIST if self.is_one_list else MOST_IN_ONE


def _is_mark_of_new(text: str) -> bool:
    """True if the note after a name marks a new person."""
    return fold_name(text) in {"new", fold_name(pgettext("behind the name of a new person", "new"))}


def _size_in_words(name: str, many: int, least: int, most: int) -> str:
    values = {"name": name or _("The league"), "n": many, "least": least, "most": most}
    return (
        ngettext(
            "%(name)s has %(n)s entry; it takes %(least)s to %(most)s.",
            "%(name)s has %(n)s entries; it takes %(least)s to %(most)s.",
            many,
        )
        % values
    )


def members_text(club: Club, kind: str, players: Iterable[Player]) -> str:
    """Return a line for each player, the strongest first. Empty for pairs and teams, because it
    isn't known who plays with each other.
    """
    if kind_of(kind).sides != "singles":
        return ""
    return "\n".join(player.name for player in by_strength(club, list(players)))


def by_strength(club: Club, players: Sequence[Player]) -> list[Player]:
    known = ratings_of(club, [player.pk for player in players])
    newcomer = CLUB_SCALE.newcomer
    return sorted(players, key=lambda each: -known.get(each.pk, newcomer).mu)
