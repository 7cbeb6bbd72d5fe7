"""The log as a story: what each line says, in the club's words.

A line keeps a verb and the facts that were said with it; every verb has a sentence.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.actions.verb import VERBS, Sentence
from leagues.reads.log.facts import LogFacts, facts_of

Said = Mapping[str, Any]
Labels = Mapping[int, str]
"""What the matches of an event are called: "match 12, Ann – Ben", or "Ann – Ben" in a league."""


def sentence(verb: str, said: Said, labels: Labels | None = None) -> str:
    """One line of the story; a verb without a sentence is shown as it is."""
    facts = _facts(said, labels or {})
    text = _fill_in(VERBS[verb].sentence if verb in VERBS else verb, facts)
    if reason := said.get("reason"):
        text += " " + _("Reason: %(reason)s") % {"reason": reason}
    return text


def by_time(verb: str, said: Said) -> str:
    """The time that passed, in words, where that did it and not a person; empty otherwise."""
    return _fill_in(VERBS[verb].by_time if verb in VERBS else "", _facts(said, {}))


def _fill_in(template: Sentence, facts: LogFacts) -> str:
    chosen = template(facts) if callable(template) else template
    return str(chosen) % facts


def _facts(said: Said, labels: Labels) -> LogFacts:
    facts = facts_of(said)
    facts["said"] = said
    if "undone" in said:
        facts["line"] = sentence(said["undone"], said.get("line", {}), labels)
    if "match" in said:
        number = said["match"]
        facts["match"] = labels.get(number) or _("match %(n)s") % {"n": number}
    for key in ("role", "before"):
        if isinstance(role := said.get(key), str) and role in ROLES:
            facts[key] = str(ROLES[role])
    return facts


ROLES: dict[str, Promise] = {
    "owner": later("owner"),
    "organiser": later("organiser"),
    "scorer": later("scorer"),
}
