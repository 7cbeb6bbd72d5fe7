"""Tie-breaks in words, with the rules for remaining ties and unequal numbers of games."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.say import say
from leagues.stages.ranking import WhenUnequal
from scoring.standings import AfterSplit
from scoring.tiebreaks.chains import STEPS, Chain

STEPS_SAY: dict[str, Promise] = {
    "points": gettext_lazy("Points made in all matches."),
    "match-points": gettext_lazy("Two for a match won, one for a tie."),
    "match-points-3": gettext_lazy("Three for a match won, one for a tie."),
    "series-of-2": gettext_lazy(
        "Two for a game won, one for a tie, and one more for the better difference over all 2 games against the same opponent."
    ),
    "series-of-3": gettext_lazy(
        "Two for a game won, one for a tie, and one more for the better difference over all 3 games against the same opponent."
    ),
    "series-of-4": gettext_lazy(
        "Two for a game won, one for a tie, and one more for the better difference over all 4 games against the same opponent."
    ),
    "wins": gettext_lazy("Matches won."),
    "ties": gettext_lazy("Matches tied: more is better."),
    "twenties": gettext_lazy("20s in the matches that were played."),
    "difference": gettext_lazy("Points scored minus points given away."),
    "points-for": gettext_lazy("Points scored, as a tie-break after wins."),
    "mini-points": gettext_lazy("Points in the matches between those tied, if they all met."),
    "mini-match-points": gettext_lazy(
        "Two for a match won and one for a tie, in the matches between those tied."
    ),
    "mini-wins": gettext_lazy("Matches won between those tied."),
    "mini-twenties": gettext_lazy("20s in the matches between those tied."),
    "mini-difference": gettext_lazy("Point difference in the matches between those tied."),
    "mini-points-at-stake": gettext_lazy(
        "Points in the matches between those tied, but only if the cut or the podium separates them."
    ),
    "mini-twenties-at-stake": gettext_lazy(
        "20s in the matches between those tied, but only if the cut or the podium separates them."
    ),
    "head-to-head": gettext_lazy("Points in their own match, if exactly two are tied."),
    "head-to-head-twenties": gettext_lazy("20s in their own match, if exactly two are tied."),
    "buchholz": gettext_lazy("The sum of what all opponents scored."),
    "buchholz-cut-1": gettext_lazy("The same without the weakest opponent."),
    "buchholz-median": gettext_lazy("The same without the weakest and the strongest opponent."),
    "sonneborn-berger": gettext_lazy(
        "What the opponents beaten scored, plus half of what the opponents tied with scored."
    ),
    "fewer-forfeits": gettext_lazy("Fewer matches lost by forfeit."),
    "fewer-games": gettext_lazy("Fewer matches really played."),
    "shoot-out": gettext_lazy("A 20s shoot-out between those tied."),
    "play-off": gettext_lazy("A match between two for the place."),
    "decision": gettext_lazy("The organiser decides and gives a reason."),
    "shared": gettext_lazy("Those still tied here share the place."),
}
AFTER_SPLIT: dict[AfterSplit, Promise] = {
    AfterSplit.START_AGAIN: gettext_lazy("Those still tied start again from the first tie-break"),
    AfterSplit.CONTINUE: gettext_lazy("Those still tied continue with the next one"),
}
PRORATE: dict[WhenUnequal, Promise] = {
    WhenUnequal.ONCE_PLAYED: gettext_lazy("Compare averages, once everything is played"),
    WhenUnequal.ALWAYS: gettext_lazy("Compare averages at any time"),
    WhenUnequal.NEVER: gettext_lazy("Compare totals as they were scored"),
}


@dataclass(frozen=True)
class StepInWords:
    """A tie-break: its key, its label, and an explanation."""

    name: str
    label: str
    explanation: str


def step_in_words(name: str) -> StepInWords:
    label = say(STEPS[name].label) if name in STEPS else _("a shared place")
    return StepInWords(name, label, str(STEPS_SAY[name]))


def steps_in_words(chain: Chain) -> list[StepInWords]:
    """Each tie-break of a chain, with its explanation."""
    return [step_in_words(str(name)) for name in chain]
