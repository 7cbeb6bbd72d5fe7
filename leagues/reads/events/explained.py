"""Words of the desk, as they are explained to somebody who meets them for the first time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EXPLAINED: Mapping[str, tuple[Promise, Promise]] = MappingProxyType(
    {
        "rule-sheet": (
            _("Which rule sheet do we play?"),
            _(
                "The sheet says how a game is counted. In “Tournament” a game has four"
                " rounds: who scores more in a round gets 2 points, a tie gives 1 to each."
                " In “Conventional” the difference counts, until somebody has 100."
            ),
        ),
        "score-stands": (
            _("Who enters the results?"),
            _(
                "Players do, on their phones at the board, without an account; you choose"
                " how far they are trusted. The desk can type every result too."
            ),
        ),
        "stage": (
            _("What is a stage?"),
            _(
                "A part of the event with one way of deciding who meets whom: some games"
                " for everybody, then perhaps a knockout of the best. A club night needs"
                " one, and it is here already."
            ),
        ),
        "ties": (
            _("What are ties for?"),
            _(
                "They say who is ahead where two have the same points: first whoever made"
                " more 20s, and so on. You need not change them."
            ),
        ),
        "guest": (
            _("New or a guest?"),
            _(
                "“Somebody new” goes into the list of the club’s people. A guest plays"
                " here, and does not belong to the club. It can be changed later."
            ),
        ),
        "check-in": (
            _("Must they be checked in?"),
            _(
                "No. It only notes who has come to the hall. Who does not come is taken"
                " out before the draw: tap their name."
            ),
        ),
        "draw": (
            _("What is a draw?"),
            _(
                "It says who plays whom, at which board, in each game. It is made by lot,"
                " as fairly as the event’s plan allows."
            ),
        ),
        "publish": (
            _("Which games do I publish?"),
            _(
                "Everybody sees what is published. The first game is enough to begin; the"
                " others can follow one by one, in case somebody leaves early."
            ),
        ),
        "dice": (
            _("Do I need kept apart and dice?"),
            _(
                "Not for a first event. Two who are kept apart, such as a family, do not"
                " meet. The seed lets anybody repeat the draw to see that it was fair."
            ),
        ),
        "call": (
            _("What happens when I call them?"),
            _(
                "Screens and phones say who goes to which board. The first call starts the"
                " game."
            ),
        ),
        "results": (
            _("How do results come in?"),
            _(
                "Print the boards’ labels (Phones): players scan the code and enter"
                " each round. Or type: the board’s number, then a round on each line,"
                " such as “2 0”."
            ),
        ),
        "league": (
            _("An event or a league?"),
            _(
                "An event is one day or evening with its own table. A league is a season of"
                " nights with one table for all of them; its nights make their events"
                " themselves."
            ),
        ),
        "counts": (
            _("Why do not all nights count?"),
            _(
                "So that nobody falls behind for missing a night. With the best two thirds,"
                " of 20 nights the best 14 count for each."
            ),
        ),
        "walk-up": (
            _("Somebody is not in the list?"),
            _(
                "Type the name. People the club knows are found. Anyone else is new: in the"
                " table if the league takes everyone who plays, otherwise a guest, who can"
                " become a member later."
            ),
        ),
        "night-end": (
            _("When do I end the night?"),
            _(
                "When all have played, or earlier: you see what is not over, and choose"
                " whether what is half played counts. Then the league’s table has the night"
                " in it."
            ),
        ),
        "members": (
            _("Who is a member of a league?"),
            _(
                "Members are in its table. Everybody else who comes plays too, as a guest,"
                " and has no place in it."
            ),
        ),
    }
)
