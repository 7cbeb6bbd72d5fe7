"""Short explanations of terms at the desk, for first-time organisers."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EXPLAINED: Mapping[str, tuple[Promise, Promise]] = MappingProxyType(
    {
        "rule-sheet": (
            _("Which rule sheet do we play?"),
            _(
                "The sheet sets how a game is scored. In “Tournament”, a game has four rounds. The higher score in a round gets 2 points, and a tie gives each side 1. In “Conventional”, the difference counts until one side has 100."
            ),
        ),
        "score-stands": (
            _("Who enters the results?"),
            _(
                "Players do, on their phones at the board, without an account. You choose how far to trust them. You can also enter any result at the desk."
            ),
        ),
        "stage": (
            _("What is a stage?"),
            _(
                "A part of the event with one way to decide the matches. You might start with some games for everyone, then add a knockout for the best. A club night needs one stage, and it’s already here."
            ),
        ),
        "ties": (
            _("What are ties for?"),
            _(
                "They decide who is ahead when two have the same points. The first might be more 20s, then the next one decides, and so on. You don’t need to change them."
            ),
        ),
        "guest": (
            _("New or a guest?"),
            _(
                "“Someone new” is added to the club’s list of people. A guest plays here but doesn’t belong to the club. You can change this later."
            ),
        ),
        "check-in": (
            _("Do I have to check people in?"),
            _(
                "No. Check-in only notes who has come to the hall. If someone doesn’t come, tap their name before the draw and remove them."
            ),
        ),
        "draw": (
            _("What is a draw?"),
            _(
                "It shows the matches of each game, and their boards. The site picks the opponents at random, within the event’s plan."
            ),
        ),
        "publish": (
            _("Which games do I publish?"),
            _(
                "Everyone sees what you publish. The first game is enough to start. Publish the others one by one, in case someone leaves early."
            ),
        ),
        "dice": (
            _("Do I need “Kept apart” and the draw seed?"),
            _(
                "Not for a first event. Players who are kept apart, such as a family, don’t meet. With the draw seed, anyone can repeat the draw to see that it was fair."
            ),
        ),
        "call": (
            _("What happens when I call players?"),
            _("Screens and phones show who goes to which board. The first call starts the game."),
        ),
        "results": (
            _("How do I get the results?"),
            _(
                "Print the board labels on the event’s Phones page. Players scan the code and enter each round. Or type a card yourself: the board number, then one round on each line, such as “2 0”."
            ),
        ),
        "league": (
            _("An event or a league?"),
            _(
                "An event is one day or evening with its own table. A league is a season of nights with one table for all of them. Each night creates its own event."
            ),
        ),
        "counts": (
            _("Why don’t all nights count?"),
            _(
                "So that no one falls behind by missing a night. With the best two thirds of 20 nights, each player’s best 14 count."
            ),
        ),
        "walk-up": (
            _("What if someone isn’t on the list?"),
            _(
                "Type the name, and you’ll find people the club knows. Anyone else is new. They’re in the table if the league takes everyone who plays. Otherwise they’re a guest and can become a member later."
            ),
        ),
        "night-end": (
            _("When do I end the night?"),
            _(
                "When everyone has played, or earlier. You see which matches aren’t finished. You choose whether those that are half played count. Then the night is in the league’s table."
            ),
        ),
        "members": (
            _("Who is a member of a league?"),
            _(
                "Members are in its table. Anyone else who comes plays as a guest and has no place in it."
            ),
        ),
    }
)
