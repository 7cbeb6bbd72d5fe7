"""The sentences of the log, made from the verb and the facts of each line."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.actions.verb import VERBS, Sentence
from leagues.reads.log.facts import LogFacts, facts_of

LineData = Mapping[str, Any]
Labels = Mapping[int, str]
"""Labels of an event's matches by number: "match 12, Ann – Ben", or "Ann – Ben" in a league."""


def sentence_of(verb: str, data: LineData, labels: Labels | None = None) -> str:
    """The sentence of a log line. A verb that isn't registered is shown as it is."""
    facts = _facts_for(data, labels or {})
    text = _fill_in(VERBS[verb].sentence if verb in VERBS else verb, facts)
    if reason := data.get("reason"):
        text += " " + _("Reason: %(reason)s") % {"reason": reason}
    return text


def by_time(verb: str, data: LineData) -> str:
    """The deadline that caused a line without a person, in words; empty for other lines."""
    return _fill_in(VERBS[verb].by_time if verb in VERBS else "", _facts_for(data, {}))


def _fill_in(template: Sentence, facts: LogFacts) -> str:
    chosen = template(facts) if callable(template) else template
    return str(chosen) % facts


def _facts_for(data: LineData, labels: Labels) -> LogFacts:
    facts = facts_of(data)
    facts["details"] = data
    if "undone" in data:
        facts["line"] = sentence_of(data["undone"], data.get("line", {}), labels)
    if "match" in data:
        number = data["match"]
        facts["match"] = labels.get(number) or _("match %(n)s") % {"n": number}
    for key in ("role", "before"):
        if isinstance(role := data.get(key), str) and role in ROLES:
            facts[key] = str(ROLES[role])
    return facts


ROLES: dict[str, Promise] = {
    "owner": later("owner"),
    "organiser": later("organiser"),
    "scorer": later("scorer"),
}
