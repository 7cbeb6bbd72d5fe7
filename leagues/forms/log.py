"""The form that filters an event's log."""

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from leagues.models import Action, EntryPlayer, Event, Player, User


def helpers_in(event: Event) -> QuerySet[User]:
    """Return accounts that acted in this event and have no player."""
    return User.objects.filter(pk__in=_author_keys(event, "user"), player=None)


def players_in(event: Event) -> QuerySet[Player]:
    """Return players who entered the event or acted in it, from separate indexed queries.

    One query with a join would read every action once for each entry.
    """
    entered = EntryPlayer.objects.filter(event=event).values("player")
    acted = Player.objects.filter(user__in=_author_keys(event, "user")).values("pk")
    return Player.objects.filter(
        Q(pk__in=entered) | Q(pk__in=_author_keys(event, "player")) | Q(pk__in=acted)
    )


def _author_keys(event: Event, who: str) -> QuerySet[Action, dict[str, Any]]:
    lines = Action.objects.filter(event=event).exclude(**{who: None})
    return lines.order_by().values(who).distinct()


class FilterForm(forms.Form):
    match = forms.IntegerField(
        label=_("Match number"), required=False, min_value=1, max_value=999_999
    )
    by = forms.ChoiceField(label=_("By or about"), required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = [(f"user:{user.pk}", user.email) for user in helpers_in(event)]
        people += [(f"player:{player.pk}", player.name) for player in players_in(event)]
        field = self.fields["by"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Anyone")), *sorted(people, key=lambda who: who[1])]
