"""A submitted list of people: read it, preview who each name is, then confirm it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from django.http import QueryDict
from django.utils.translation import gettext as _

from leagues.actions.people.people import list_has_changed
from leagues.files.people_list import replace_lines, split_one_line
from leagues.models import Club, Player
from leagues.models.names import fold_name, guess_family_name
from leagues.reads.people.list_preview import GUEST, Doubt, Proposal, apply_choices, state_of_list
from leagues.reads.state_marks import mark_of

Reader: TypeAlias = Callable[[str], tuple[Proposal, ...]]
Learnt: TypeAlias = list[tuple[Player, Player]]
"""Players of the club, each with an unsaved one that has the details from the list."""


@dataclass(frozen=True)
class SentList:
    text: str
    proposals: tuple[Proposal, ...]
    seen: str
    """A hash of the players found for the names, as the reader of the preview saw them."""
    read: Reader
    is_confirmed: bool = False
    refusal: str = ""

    def refused(self, why: str) -> SentList:
        return replace(self, is_confirmed=False, refusal=why)

    def has_changed(self) -> bool:
        """True if the names now match other players, as when one was added meanwhile."""
        return mark_of(state_of_list(self.read(self.text))) != self.seen

    @property
    def facts(self) -> dict[str, Any]:
        """Template context of the preview, with doubtful lines first."""
        numbered = list(enumerate(self.proposals))
        marked = [(at, each) for at, each in numbered if each.doubt is not Doubt.NONE]
        marked.sort(key=lambda each: each[1].doubt is Doubt.READING)
        return {
            "text": self.text,
            "proposals": self.proposals,
            "marked": marked,
            "clear": [(at, each) for at, each in numbered if each.doubt is Doubt.NONE],
            "unasked": sum(not proposal.is_asked for proposal in self.proposals),
            "waits": sum(proposal.waits for proposal in self.proposals),
            "seen": self.seen,
            "refusal": self.refusal,
        }

    @property
    def status(self) -> int:
        return 422 if self.refusal else 200


def sent_list(answers: QueryDict, text: str, read: Reader) -> SentList:
    """Read a submitted list, with the corrections, ticks and choices made in its preview."""
    text = split_one_line(text)
    before = proposals = read(text)
    corrections = _find_corrections(answers, before)
    if corrections:
        text = replace_lines(text, corrections)
        proposals = read(text)
    seen = mark_of(state_of_list(proposals))
    if "seen" in answers and _numbers_of(before) == _numbers_of(proposals):
        choices = {name: str(answers[name]) for name in answers}
        proposals = apply_choices(proposals, choices, but=corrections)
    sent = SentList(text, proposals, seen, read)
    if "enter" not in answers:
        return sent
    if corrections:
        return sent.refused(_("No one is entered yet. Check the lines you corrected."))
    if answers.get("seen") != seen:
        return sent.refused(list_has_changed())
    return replace(sent, is_confirmed=True)


def _numbers_of(proposals: Sequence[Proposal]) -> list[int]:
    return [proposal.line.number for proposal in proposals]


def _find_corrections(answers: QueryDict, proposals: Sequence[Proposal]) -> dict[int, str]:
    """Return the lines changed in the preview, by number. A pair that was split into two entries
    has two fields for the same line.
    """
    return {
        line.number: written
        for line in (proposal.line for proposal in proposals)
        for written in answers.getlist(f"line-{line.number}")
        if written != line.text
    }


def chosen_people(
    club: Club, proposals: Sequence[Proposal]
) -> tuple[list[tuple[Proposal, tuple[Player, ...]]], Learnt]:
    """Return the ticked lines with their players, and new details of known players.

    A name marked as a minor's on one line is marked so on every line.
    """
    players = Player.objects.present().filter(club=club)
    known = {str(each.pk): each for each in players}
    wanted: list[tuple[Proposal, tuple[Player, ...]]] = []
    learnt: Learnt = []
    minors = set(_minor_names(proposals))
    for proposal in proposals:
        people = []
        for proposed in proposal.people:
            listed = Player(
                club=club,
                name=proposed.name,
                family_name=guess_family_name(proposed.name),
                is_guest=proposed.choice == GUEST,
                is_minor=fold_name(proposed.name) in minors,
                email=proposed.email,
                telephone=proposed.telephone,
            )
            player = known.get(proposed.choice)
            if player and (proposal.is_wanted or (proposed.is_in and proposed.is_sure)):
                learnt.append((player, listed))
            people.append(player or listed)
        if proposal.is_wanted and people:
            wanted.append((proposal, tuple(people)))
    return wanted, learnt


def _minor_names(proposals: Iterable[Proposal]) -> Iterator[str]:
    for proposal in proposals:
        if proposal.line.minor:
            yield from (fold_name(each.name) for each in proposal.people)
