"""The sentences of the log, made from the verb and the facts of each line."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.actions.verb import VERBS, Sentence
from leagues.reads.log.facts import LogFacts, facts_of

LineData = Mapping[str, Any]
Labels = Mapping[int, str]
"""Labels of an event's matches by number: "match 12, Ann – Ben", or "Ann – Ben" in a league."""


def sentence_of(verb: str, data: LineData, labels: Labels | None = None) -> str:
    """The sentence of a log line. A verb that isn't registered is shown as it is."""
    template, facts = _choose_template(verb, data, labels or {})
    return template % facts


def marked_sentence_of(verb: str, data: LineData, labels: Labels | None = None) -> SafeString:
    """The sentence of a log line as HTML, with its facts in bold: not numbers, and the match
    only by its label.
    """
    template, facts = _choose_template(verb, data, labels or {})
    plain = {"match"} if not labels else set[str]()
    bold = {
        key: fact
        if isinstance(fact, (int, float))
        else format_html("{}" if key in plain else "<b>{}</b>", fact)
        for key, fact in facts.items()
    }
    return mark_safe(escape(template) % LogFacts(bold))  # noqa: S308 - its parts are escaped


def by_time(verb: str, data: LineData) -> str:
    """The deadline that caused a line without a person, in words; empty for other lines."""
    facts = _facts_for(data, {})
    return _template_in(VERBS[verb].by_time, facts) % facts if verb in VERBS else ""


def _choose_template(verb: str, data: LineData, labels: Labels) -> tuple[str, LogFacts]:
    facts = _facts_for(data, labels)
    template = _template_in(VERBS[verb].sentence if verb in VERBS else verb, facts)
    if data.get("reason"):
        template += " " + _("Reason: %(reason)s")
    return template, facts


def _template_in(sentence: Sentence, facts: LogFacts) -> str:
    return str(sentence(facts) if callable(sentence) else sentence)


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
