"""The path to a page: links to the pages above it, then the page's own name."""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.models import Player, Surface

register = template.Library()

PARENTS: dict[str, Promise] = {
    "bring_in": gettext_lazy("Import results"),
    "desk": gettext_lazy("Desk"),
    "desk-leagues": gettext_lazy("Leagues"),
    "desk_events": gettext_lazy("Events"),
    "event_shapes": gettext_lazy("Plan an event"),
    "events": gettext_lazy("Events"),
    "honours": gettext_lazy("Honours"),
    "leagues": gettext_lazy("Leagues"),
    "look_alikes": gettext_lazy("Possible duplicates"),
    "membership": gettext_lazy("Membership"),
    "people": gettext_lazy("People"),
    "players": gettext_lazy("Players"),
    "print_links": gettext_lazy("Print personal links"),
    "tokens": gettext_lazy("Other programs"),
    "webhooks": gettext_lazy("Webhooks"),
    "write": pgettext_lazy("a message to members", "Write"),
}
"""Pages that have pages below them, by the name of their URL."""


@register.simple_tag
def crumbs(*parents: Any, here: str) -> SafeString:
    """Render the path. Each parent is the name of a URL in ``PARENTS``, or a row with a page."""
    return format_html(
        '<nav class="crumbs" aria-label="{}"><ol>{}<li aria-current="page">{}</li></ol></nav>',
        _("Where this page is"),
        format_html_join("", '<li><a href="{}">{}</a></li>', map(_link_of, parents)),
        here,
    )


def _link_of(parent: Any) -> tuple[str, object]:
    if isinstance(parent, str):
        return reverse(parent), PARENTS[parent]
    is_player = isinstance(parent, Player)
    name = parent.shown_on(Surface.WEB) if is_player else parent.name
    return parent.get_absolute_url(), name
