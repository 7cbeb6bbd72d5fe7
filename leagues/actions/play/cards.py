"""Cards typed in at the desk, and the desk's decisions on rounds that aren't agreed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID, uuid4, uuid5

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.play.score import (
    card_act,
    report_on,
    round_to_enter,
    row_for_round,
    write_rounds,
)
from leagues.actions.play.undo_cards import CARD, match_of, must_be_last
from leagues.actions.refusal import Refused, Stale, refuse_stale
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Action, Match, Round, RoundReport
from leagues.reads import format_of
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.card import card_mark, claim_of, differing_fields
from leagues.reads.play.claims import Claim
from leagues.reads.play.result_text import claim_in_words
from leagues.reads.play.round_names import RoundNames
from leagues.reads.play.typed_cards import TypedRound, play_out, score_claim
from leagues.reads.results.corrections import rounds_for_log
from scoring.sides import Seat

Kind = RoundReport.Kind
SETTLED = frozenset({Round.State.AGREED, Round.State.RULED})


@dataclass(frozen=True)
class Entered:
    """The result of entering a card: the match as it is now, and whether anything was written."""

    match: Match
    is_new: bool


def enter_card(
    *, by: Who, match: Match, key: UUID, claims: Sequence[Claim], seen: str, made_at: datetime
) -> Entered:
    """Enter the rounds of a whole card, from the first one on.

    ``seen`` is the mark of the card when it was opened. A card equal to the entered rounds
    changes nothing. A different one is refused if the card has changed meanwhile or these rounds
    are settled.
    """
    with card_act(by, match, ENTER_CARD) as line:
        match = line.on
        typed = play_out(format_of(match), claims, Seat(match.first)).rounds
        rounds = {(each.game, each.number): each for each in match.rounds.all()}
        fresh = [each for each in typed if not _is_settled(rounds.get(each.which), each)]
        if _came_before(match, key, typed) or not fresh:
            line.drop()
            return Entered(match, is_new=False)
        _refuse_card(match, seen, typed, rounds)
        line.say(
            rounds=[_round_data(rounds.get(each.which), each) for each in fresh],
            stood=rounds_for_log(list(rounds.values())),
        )
        reports = [
            report_on(
                by,
                match,
                each.which,
                each.claim,
                Kind.CARD,
                key=key_of_round(key, *each.which),
                made_at=made_at,
            )
            for each in fresh
        ]
        # Both sides have initialled the paper card.
        write_rounds(match, rounds.values(), fresh, Round.State.AGREED, reports=reports)
    return Entered(match, is_new=True)


def _describe_card(facts: LogFacts) -> str:
    rounds = facts["details"].get("rounds", [])
    facts["what"] = "; ".join(claim_in_words(each["claim"]) for each in rounds)
    return _("Entered the card of %(match)s: %(what)s.")


ENTER_CARD = Verb("enter_card", _describe_card, CARD, about_one_match=True)


def _round_data(row: Round | None, typed: TypedRound) -> dict[str, object]:
    """Log data of a typed round, with its earlier points."""
    game, number = typed.which
    before = row.points if row else None
    return {"game": game, "round": number, "claim": typed.claim, "before": before}


def _came_before(match: Match, key: UUID, typed: Sequence[TypedRound]) -> bool:
    """Whether this card was received before; ``Stale`` if it had different scores then."""
    keys = {key_of_round(key, *each.which): each for each in typed}
    for known in RoundReport.objects.filter(key__in=list(keys)):
        if (known.match_id, known.claim) != (match.pk, keys[known.key].claim):
            raise Stale(_("This card was sent twice with different scores. Send it again."))
        return True
    return False


def key_of_round(card: UUID, game: int, number: int) -> UUID:
    """The key of a round's report, derived from the key of its card."""
    return uuid5(card, f"{game}/{number}")


def _is_settled(row: Round | None, each: TypedRound) -> bool:
    """Whether both sides or the desk have already settled on this score."""
    return row is not None and row.state in SETTLED and not differing_fields(row, each.scored)


def _refuse_card(
    match: Match, seen: str, typed: Sequence[TypedRound], rounds: Mapping[tuple[int, int], Round]
) -> None:
    refuse_unseen(match, seen)
    if match.ending not in ("", Match.Ending.PLAYED):
        raise Refused(_("This match is finished: %(how)s.") % {"how": match.get_ending_display()})
    for each in typed:
        row = rounds.get(each.which)
        if row is None or row.state not in SETTLED:
            continue
        if differing_fields(row, each.scored):
            called = RoundNames.of(match, rounds.values())[each.which]
            text = _("%(round)s has already been entered with a different score.")
            raise Refused(capfirst(text % {"round": called}))


def accept_match(*, by: Who, match: Match, seen: str) -> bool:
    """Accept all rounds that only one side has reported; False if there are none."""
    with card_act(by, match, ACCEPT_MATCH) as line:
        match = line.on
        reported = [r for r in match.rounds.all() if r.state == Round.State.REPORTED]
        if not reported:
            line.drop()
            return False
        refuse_unseen(match, seen)
        line.keep(match.rounds.all())
        which = [(each.game, each.number) for each in reported]
        line.say(rounds=[list(each) for each in which])
        # The numbers stay the same, so nothing is added up again, whatever the ending.
        RoundReport.objects.bulk_create(
            _make_ruling(by, match, at, claim_of(each))
            for at, each in zip(which, reported, strict=True)
        )
        Round.objects.filter(pk__in=[each.pk for each in reported]).update(state=Round.State.RULED)
    return True


def _preview_undo_accept(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    rounds = [str(number) for _game, number in action.details["rounds"]]
    text = ngettext(
        "Round %(rounds)s of match %(n)s will wait for the other side again.",
        "Rounds %(rounds)s of match %(n)s will wait for the other side again.",
        len(rounds),
    )
    return text % {"rounds": ", ".join(rounds), "n": match.number}


ACCEPT_MATCH = Verb(
    "accept_match",
    later("Accepted %(match)s as reported."),
    put_back(_preview_undo_accept, moves_tables=True),
    in_league_log=True,
    about_one_match=True,
)


def rule_round(
    *, by: Who, match: Match, game: int, number: int, claim: Claim, seen: str, reason: str = ""
) -> Round:
    """Decide a round on which the sides don't agree."""
    with card_act(by, match, RULE_ROUND, game=game, round=number) as line:
        match, match_format = line.on, format_of(line.on)
        refuse_unseen(match, seen)
        rounds = list(match.rounds.all())
        due = round_to_enter(match, match_format, rounds, game, number)
        row = row_for_round(match, rounds, due)
        if row._state.adding or row.state in SETTLED:
            raise Refused(_("There’s nothing to decide in this round."))
        line.say(claim=claim, before=row.points, stood=rounds_for_log(rounds), reason=reason)
        typed = TypedRound(due, claim, score_claim(match_format, due, claim))
        report = _make_ruling(by, match, typed.which, claim, reason)
        after = write_rounds(match, rounds, [typed], Round.State.RULED, reports=[report])
    return row_for_round(match, after, due)


def _describe_ruling(facts: LogFacts) -> str:
    facts["what"] = claim_in_words(facts["details"].get("claim", {}))
    return _("Decided round %(round)s of %(match)s: %(what)s.")


RULE_ROUND = Verb("rule_round", _describe_ruling, CARD, about_one_match=True)


def refuse_unseen(match: Match, seen: str) -> None:
    """Refuse if the card has changed since it was opened."""
    refuse_stale(
        seen,
        card_mark(match),
        _("This card has changed since you opened it. Nothing was overwritten."),
    )


def _make_ruling(
    by: Who, match: Match, which: tuple[int, int], claim: Claim, reason: str = ""
) -> RoundReport:
    """The report of a decision by the desk."""
    return report_on(
        by, match, which, claim, Kind.RULING, key=uuid4(), reason=reason, made_at=timezone.now()
    )


def _describe_round(facts: LogFacts) -> str:
    facts["what"] = claim_in_words(facts["details"].get("claim", {}))
    if facts["details"].get("before") is None:
        return _("Entered round %(round)s of %(match)s: %(what)s.")
    facts["was"] = "–".join(map(str, facts["details"]["before"]))
    return _("Changed round %(round)s of %(match)s: %(what)s instead of %(was)s.")


# Only in old logs: now the desk enters whole cards.
ENTER_ROUND = Verb("enter_round", _describe_round, CARD, about_one_match=True)
