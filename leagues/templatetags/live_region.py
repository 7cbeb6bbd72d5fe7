"""The results that the live region of a page (a ``role=status``) reads out."""

import json
from collections.abc import Iterable, Mapping, Sequence

from django import template
from django.db.models import Q
from django.utils.html import format_html
from django.utils.safestring import SafeString

from leagues.models import Event, League, Match, Surface
from leagues.reads.people.careers import Played
from leagues.reads.play.latest_results import MOST, latest_results, result_in_words

register = template.Library()


@register.simple_tag
def live_results(event: Event, match: Match | None = None) -> SafeString:
    """Return the latest results of an event; on the page of a match only that match's."""
    if match is None:
        return _as_data(latest_results(event))
    return _as_data({match.pk: result_in_words(match)} if match.has_score else {})


@register.simple_tag
def live_results_at_desk(event: Event) -> SafeString:
    """Return the latest results with the names that the desk uses."""
    return _as_data(latest_results(event, Surface.DESK))


@register.simple_tag
def live_results_of_league(league: League) -> SafeString:
    """Return the latest results of a league's events in play, as far as the public may see them."""
    on = Event.objects.listed().running()
    return live_results_of(on.filter(Q(night__league=league) | Q(league=league)))


@register.simple_tag
def live_results_of(events: Iterable[Event]) -> SafeString:
    """Return the latest results of these events."""
    found: dict[int, str] = {}
    for event in events:
        found |= latest_results(event)
    return _as_data(found)


@register.simple_tag
def live_results_among(played: Sequence[Played]) -> SafeString:
    """Return a player's latest results, the last first."""
    latest = [each.match for each in played[:MOST]]
    return _as_data({match.pk: result_in_words(match) for match in latest})


def _as_data(results: Mapping[int, str]) -> SafeString:
    """Return pairs, because a script would sort the keys of an object."""
    in_order = json.dumps([*results.items()], ensure_ascii=False)
    return format_html(' data-results="{}"', in_order)
