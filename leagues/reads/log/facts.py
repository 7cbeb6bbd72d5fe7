"""The facts of a log line as text, and the names of changed fields."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as later
from django.utils.translation import pgettext_lazy

from leagues.models.fields import shown_name

UNKNOWN = "…"


class LogFacts(dict[str, Any]):
    """The values for a log sentence. Missing ones become "…": old lines may have fewer."""

    def __missing__(self, key: str) -> str:
        return UNKNOWN


def fill_sentence(template: str | Promise, line: Mapping[str, Any]) -> str:
    """The sentence with the line's facts filled in."""
    return str(template) % facts_of(line)


def facts_of(line: Mapping[str, Any]) -> LogFacts:
    facts = LogFacts({key: to_text(value) for key, value in line.items()})
    if "stage" in facts:
        facts["stage"] = shown_name(facts["stage"])
    return facts


def to_text(value: Any) -> Any:
    """Lists joined by commas, None as "…", other values unchanged."""
    if isinstance(value, list):
        return ", ".join(str(to_text(each)) for each in value) or "–"
    return UNKNOWN if value is None else value


def changed_facts(facts: LogFacts) -> str:
    """The names of the changed fields."""
    return names_of_facts(facts["details"].get("before") or {})


def names_of_facts(facts: Iterable[str]) -> str:
    return ", ".join(str(FIELDS.get(name, name)) for name in facts)


FIELDS: dict[str, str | Promise] = {
    "name": later("name"),
    "starts_at": later("start"),
    "zone": later("time zone"),
    "place": pgettext_lazy("where", "venue"),
    "sides": later("sides"),
    "visibility": later("who may see it"),
    "trust": later("who confirms results"),
    "confirm_minutes": later("minutes to confirm"),
    "entry_way": later("what a phone offers first"),
    "game_minutes": later("minutes a game"),
    "change_over_minutes": later("minutes between games"),
    "rules": later("rules"),
    "boards": later("boards"),
    "format": later("format"),
    "options": later("format"),
    "match_format": later("match format"),
    "chain": later("tie-breaks"),
    "ranking": later("how ties and unequal games are compared"),
    "source": later("who comes in"),
    "carries_over": later("points carried over"),
    "match_minutes": later("minutes a match"),
    "is_queue": later("queue for boards"),
    "walkover_points": later("points for a walkover"),
    "break_minutes": later("break before it"),
    "not_before": later("start"),
    "family_name": later("surname"),
    "alias": later("alias"),
    "is_guest": later("guest"),
    "is_minor": later("minor"),
    "name_on_wall": later("name on the wall"),
    "name_on_web": later("name on the web"),
    "name_in_export": later("name in exports"),
    "other_names": later("other names"),
    "attendance": later("who is asked"),
    "invites_before": later("how many days before members are asked"),
    "most": later("how many may come"),
    "fewest": later("fewest people for a night"),
    "line_after": later("line in the table"),
    "is_open": later("who is a member"),
    "scheme": later("what counts"),
    "secretary_id": later("secretary"),
    "treasurer_id": later("treasurer"),
    "dues": later("dues"),
    "price": later("price"),
    "currency": later("currency"),
    "handicap": later("handicaps"),
    "evening": later("format of a night"),
    "on": later("day"),
    "at": later("time"),
    "host_id": later("host"),
    "days_to_play": later("days to play"),
    "days_late": later("days to play late"),
    "confirm_hours": later("hours until a result counts"),
    "answer_hours": later("hours to answer"),
    "totals": later("results without rounds"),
    "most_put_off": later("how many may be postponed"),
    "most_as_substitute": later("how often a player may substitute"),
    "forfeits_at_once": later("whether forfeits are given at once"),
    "forfeit_points": later("points for a forfeit"),
    "forfeit_games": later("games for a forfeit"),
    "forfeits_capped": later("whether forfeits are worth no more than wins"),
    "legs": later("how often the same two meet"),
    "size": later("players per box"),
    "weeks": later("weeks per period"),
    "moves": later("who goes up and down"),
    "games": later("matches per period"),
    "reach": later("places up"),
    "days": later("days to play a challenge"),
    "again_after": later("days until the same two meet again"),
    "times": later("how often the same two meet"),
    "always_counts": later("whether it always counts"),
}
