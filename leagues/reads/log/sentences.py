"""The log as a story: what each line says, in the club's words.

A line keeps a verb and the facts that were said with it; here every verb has a sentence.
Sentences begin with the act, because who did it and when stand beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.reads.log.sentence_verbs import SENTENCES
from leagues.reads.play.claims import Claim, round_score
from leagues.reads.play.figures import result_in_figures, versus_in_figures
from leagues.reads.screens.wall import VIEW_WORDS
from scoring.errors import ScoreError
from scoring.sides import Seat

Said = Mapping[str, Any]
Labels = Mapping[int, str]
"""What the matches of an event are called: "match 12, Ann – Ben"."""

UNKNOWN = "…"


class LogFacts(dict[str, Any]):
    """What a sentence may ask for. Old lines may know less than new ones."""

    def __missing__(self, key: str) -> str:
        return UNKNOWN


def sentence(verb: str, said: Said, labels: Labels | None = None) -> str:
    """One line of the story; a verb nobody has words for is shown as it is."""
    facts = _facts(said, labels or {})
    told = SPECIAL[verb](facts) if verb in SPECIAL else SENTENCES.get(verb, verb)
    text = str(told) % facts
    if reason := said.get("reason"):
        text += " " + _("Reason: %(reason)s") % {"reason": reason}
    return text


def knows(verb: str) -> bool:
    return verb in SENTENCES or verb in SPECIAL


def _facts(said: Said, labels: Labels) -> LogFacts:
    facts = LogFacts({key: _plain(value) for key, value in said.items()})
    facts["said"] = said
    if "match" in said:
        number = said["match"]
        facts["match"] = labels.get(number) or _("match %(n)s") % {"n": number}
    for key in ("role", "before"):
        if isinstance(role := said.get(key), str) and role in ROLES:
            facts[key] = str(ROLES[role])
    return facts


ROLES = {
    "owner": later("owner"),
    "organiser": later("organiser"),
    "scorer": later("scorer"),
}


def _plain(value: Any) -> Any:
    """Lists of numbers and names as people write them."""
    if isinstance(value, list):
        return ", ".join(str(_plain(each)) for each in value) or "–"
    return UNKNOWN if value is None else value


# --- Sentences that depend on what was said -------------------------------------------


def claim_in_words(claim: Claim) -> str:
    """What somebody says of a round: "2–0", "65–40, 20s 3–1"; or that it was not played."""
    if not claim:
        return _("not played")
    try:
        read = round_score(claim)
    except ScoreError:
        return UNKNOWN
    numbers = read.score or claim.get("points", ())
    text = "–".join(map(str, numbers))
    made = [n for n in read.twenties or () if n is not None]
    if made:
        twenties = "–".join("?" if n is None else str(n) for n in read.twenties or ())
        text += ", " + _("20s %(twenties)s") % {"twenties": twenties}
    return text


def _entered_round(facts: LogFacts) -> str:
    facts["what"] = claim_in_words(facts["said"].get("claim", {}))
    if facts["said"].get("before") is None:
        return _("Entered round %(round)s of %(match)s: %(what)s.")
    facts["was"] = "–".join(map(str, facts["said"]["before"]))
    return _("Changed round %(round)s of %(match)s: %(what)s instead of %(was)s.")


def _entered_card(facts: LogFacts) -> str:
    rounds = facts["said"].get("rounds", [])
    facts["what"] = "; ".join(claim_in_words(each["claim"]) for each in rounds)
    return _("Entered the card of %(match)s: %(what)s.")


def _reported(facts: LogFacts) -> str:
    said = facts["said"]
    facts["what"] = claim_in_words(said.get("claim", {}))
    facts["side"] = "" if said.get("side") is None else Seat(said["side"]).name
    if said.get("taken") is False:
        return _(
            "Reported round %(round)s of %(match)s: %(what)s. That does not stand."
        )
    if facts["side"]:
        return _("Reported round %(round)s of %(match)s for side %(side)s: %(what)s.")
    return _("Reported round %(round)s of %(match)s: %(what)s.")


def _reported_late(facts: LogFacts) -> str:
    said = _reported(facts)
    return f"{said} {_('That came too late.')}"


def _ruled(facts: LogFacts) -> str:
    facts["what"] = claim_in_words(facts["said"].get("claim", {}))
    return _("Ruled on round %(round)s of %(match)s: %(what)s.")


def _corrected(facts: LogFacts) -> str:
    said = facts["said"]
    for key, games in (("score", "games"), ("score_before", "games_before")):
        facts[key] = result_in_figures(said.get(key, ()), said.get(games, ()))
    if facts["score"] == facts["score_before"]:
        return _("Corrected %(match)s; it stays %(score)s.")
    return _("Corrected %(match)s: %(score)s instead of %(score_before)s.")


def _walkover(facts: LogFacts) -> str:
    said = facts["said"]
    facts["points"] = versus_in_figures(said.get("result", said.get("points", ())))
    return _("Gave %(match)s to side %(winner)s without play: %(points)s.")


def _entered_list(facts: LogFacts) -> str:
    entries = facts["said"].get("entries", [])
    names = [" & ".join(entry.get("names", [])) for entry in entries]
    facts["n"], facts["names"] = len(names), ", ".join(names)
    return ngettext("Entered %(names)s.", "Entered %(n)s: %(names)s.", len(names))


def _called(facts: LogFacts) -> str:
    calls = facts["said"].get("calls", [])
    facts["calls"] = ", ".join(
        _("match %(n)s to board %(board)s") % {"n": number, "board": board}
        for number, board in calls
    )
    return _("Called %(calls)s.")


def _finished(facts: LogFacts) -> str:
    facts["n"] = len(facts["said"].get("struck_out", ()))
    if not facts["n"]:
        return _("Finished the event.")
    return ngettext(
        "Finished the event; %(n)s open match was struck out.",
        "Finished the event; %(n)s open matches were struck out.",
        facts["n"],
    )


def _showed(facts: LogFacts) -> str:
    facts["view"] = VIEW_WORDS.get(facts["said"].get("view"), UNKNOWN)
    return _("Showed “%(view)s” on %(screens)s.")


def _changed(facts: LogFacts) -> str:
    """Which facts changed, by their names, and what they were where that is short."""
    facts["what"] = names_of_facts(facts["said"].get("before") or {})
    if "stage" in facts["said"]:
        return _("Changed %(stage)s: %(what)s.")
    if "name" in facts["said"]:
        return _("Changed what is known of %(name)s: %(what)s.")
    return _("Changed the event: %(what)s.")


def names_of_facts(facts: Iterable[str]) -> str:
    return ", ".join(str(FIELDS.get(name, name)) for name in facts)


FIELDS: dict[str, str | Promise] = {
    "name": later("name"),
    "starts_at": later("start"),
    "zone": later("time zone"),
    "place": later("place"),
    "sides": later("sides"),
    "visibility": later("who may see it"),
    "trust": later("whose word counts"),
    "confirm_minutes": later("minutes to confirm"),
    "entry_way": later("what a phone offers first"),
    "game_minutes": later("minutes a game"),
    "change_over_minutes": later("minutes between games"),
    "rules": later("rules"),
    "boards": later("boards"),
    "format": later("format"),
    "options": later("format"),
    "match_format": later("what a match is"),
    "chain": later("tie-breaks"),
    "ranking": later("how ties and unequal games are compared"),
    "source": later("who comes in"),
    "carries_over": later("points carried over"),
    "match_minutes": later("minutes a match"),
    "is_queue": later("queue for boards"),
    "walkover_points": later("points for a walkover"),
    "family_name": later("surname"),
    "alias": later("alias"),
    "is_guest": later("guest"),
    "is_minor": later("minor"),
    "name_on_wall": later("name on the wall"),
    "name_on_web": later("name on the web"),
    "name_in_export": later("name in exports"),
    "other_names": later("other names"),
}


def _paired(facts: LogFacts) -> str:
    pairs = facts["said"].get("names", [])
    facts["names"] = ", ".join(" & ".join(pair) for pair in pairs)
    return _("Made pairs: %(names)s.")


def _paired_by_lot(facts: LogFacts) -> str:
    _paired(facts)
    return _("Drew pairs by lot, seed %(seed)s: %(names)s.")


def _kept_apart(facts: LogFacts) -> str:
    if facts["said"].get("never"):
        return _("Decided that these never meet: %(names)s.")
    return _("Decided to keep apart where it can be: %(names)s.")


def _settled(facts: LogFacts) -> str:
    if facts["said"].get("kind") == "shoot_out":
        return _("Settled a tie in %(stage)s by shoot-out; in order: %(names)s.")
    return _("Settled a tie in %(stage)s by decision; in order: %(names)s.")


def _seeded(facts: LogFacts) -> str:
    count = len(facts["said"].get("seeds", {}))
    facts["n"] = count
    return ngettext("Changed %(n)s seed.", "Changed %(n)s seeds.", count)


def _mended(facts: LogFacts) -> str:
    left, joined = facts["said"].get("left"), facts["said"].get("joined")
    if left and joined:
        return _("Mended %(stage)s: without %(left)s, with %(joined)s.")
    if left:
        return _("Mended %(stage)s: without %(left)s.")
    return _("Mended %(stage)s: with %(joined)s.")


def _played_off(facts: LogFacts) -> str:
    facts["n"] = facts["said"].get("match", UNKNOWN)
    return _("Set up a play-off, match %(n)s: %(names)s.")


def _filled_anew(facts: LogFacts) -> str:
    if not facts["said"].get("came"):
        return _("Gave the seats of %(stage)s anew.")
    return _("Gave the seats of %(stage)s anew: %(came)s instead of %(left)s.")


def _undid(facts: LogFacts) -> str:
    undone = facts["said"]
    facts["line"] = sentence(undone.get("undone", ""), undone.get("line", {}))
    return _("Undid: %(line)s")


def _substituted(facts: LogFacts) -> str:
    if facts["said"].get("for_good"):
        return _("Put %(comes_name)s in the place of %(leaves_name)s for good.")
    return _("Let %(comes_name)s sit for %(leaves_name)s in matches %(matches)s.")


def _started(facts: LogFacts) -> str:
    if "planned_for" not in facts["said"]:
        return _("Started the event.")
    day = date.fromisoformat(facts["said"]["planned_for"])
    facts["day"] = date_format(day, "D j M Y")
    return _("Started the event, which was planned for %(day)s.")


SPECIAL: dict[str, Callable[[LogFacts], str]] = {
    "enter_round": _entered_round,
    "enter_card": _entered_card,
    "report_round": _reported,
    "report_late": _reported_late,
    "rule_round": _ruled,
    "correct_match": _corrected,
    "give_walkover": _walkover,
    "enter_list": _entered_list,
    "call_matches": _called,
    "show_on_screens": _showed,
    "start_event": _started,
    "finish_event": _finished,
    "change_event": _changed,
    "change_stage": _changed,
    "change_player": _changed,
    "pair_up": _paired,
    "pair_by_lot": _paired_by_lot,
    "keep_apart": _kept_apart,
    "settle_tie": _settled,
    "set_seeds": _seeded,
    "mend_rounds": _mended,
    "substitute": _substituted,
    "play_off": _played_off,
    "fill_anew": _filled_anew,
    "undo": _undid,
}
