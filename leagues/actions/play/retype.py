"""Rewrite a card from its first round on, for a correction or its undo."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID, uuid5

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.play.score import report_on, write_rounds
from leagues.models import Match, Round, RoundReport
from leagues.reads import format_of
from leagues.reads.play.claims import Claim
from leagues.reads.results.corrections import Retyped, Standing, retype_card

NOTHING: Claim = {}
"""The claim in the report of a round that is removed."""


def write_retyped(
    by: Who,
    match: Match,
    rounds: Sequence[Round],
    retyped: Retyped,
    key: UUID,
    reason: str,
    made_at: datetime,
) -> list[Round]:
    """Rewrite a card, with a report for each changed round; returns the new rounds.

    The first report has the correction's ``key``, the others have keys derived from it.
    """
    claims = [(each.which, each.claim) for each in retyped.changed]
    claims += [((each.game, each.number), NOTHING) for each in retyped.dropped]
    reports = [
        report_on(
            by,
            match,
            (game, number),
            claim,
            RoundReport.Kind.CORRECTION,
            key=key if at == 0 else uuid5(key, f"{game}/{number}"),
            reason=reason,
            made_at=made_at,
        )
        for at, ((game, number), claim) in enumerate(claims)
    ]
    return write_rounds(
        match, rounds, retyped.changed, Round.State.RULED, reports=reports, dropped=retyped.dropped
    )


def bring_back(*, by: Who, match: Match, card: Sequence[Standing], key: UUID, reason: str) -> None:
    """Restore the rounds of an earlier card, each with the state it had then."""
    rounds = list(match.rounds.all())
    claims = [each["claim"] for each in card]
    retyped = retype_card(format_of(match), rounds, claims, match.first)
    after = write_retyped(by, match, rounds, retyped, key, reason, timezone.now())
    trusted = {(each["game"], each["round"]): each["state"] for each in card}
    for row in after:
        row.state = trusted.get((row.game, row.number), row.state)
    Round.objects.bulk_update(after, ["state"])
