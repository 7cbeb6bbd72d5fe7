"""A desk that enters rounds as fast as it can, and prints each one that the site confirmed.

It runs as a separate process, so that a test can kill it at any moment. With "when-told" it
enters one round for each line it reads, and prints the match and its revision. It can also
make a token for another program (tests/faults/tokens.py), or revoke all of them.
"""

import sys
from collections.abc import Iterator
from uuid import UUID, uuid4

import django

django.setup()

from django.utils import timezone  # noqa: E402

from leagues.access.roles import ANONYMOUS  # noqa: E402
from leagues.actions.play.cards import enter_card, key_of_round  # noqa: E402
from leagues.models import Match  # noqa: E402
from leagues.reads import match_format_of, match_state  # noqa: E402
from leagues.reads.play.card import card_mark, claim_of  # noqa: E402
from tests.faults.tokens import MAKE, REVOKE, issue_token, revoke_tokens  # noqa: E402


def enter_everything() -> Iterator[tuple[UUID, Match]]:
    unfinished = Match.objects.exclude(state=Match.State.FINISHED).order_by("pk")
    for match in unfinished.select_related("pairing_round__stage__event"):
        match_format = match_format_of(match.pairing_round.stage)
        while due := match_state(match_format, list(match.rounds.all()), match.first).next:
            key = uuid4()
            so_far = [claim_of(each) for each in match.rounds.all()]
            enter_card(
                by=ANONYMOUS,
                match=match,
                key=key,
                claims=[*so_far, {"points": [2, 0], "twenties": [1, 0]}],
                seen=card_mark(match),
                made_at=timezone.now(),
            )
            yield key_of_round(key, due.game, due.round), match


def print_line(words: object) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    entered = enter_everything()
    if "when-told" in sys.argv:
        print_line("ready")
        for line in sys.stdin:
            if line in (MAKE, REVOKE):
                print_line(issue_token() if line == MAKE else revoke_tokens())
                continue
            match = next(entered)[1]
            event = match.event
            event.refresh_from_db(fields=["revision"])
            print_line(f"{event.slug} {match.number} {event.revision}")
    else:
        for key, _ in entered:
            print_line(key)
