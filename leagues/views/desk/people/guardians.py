"""The guardians of a minor, as organisers add and remove them."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from leagues.access.roles import organisers_only
from leagues.actions.people import guardians
from leagues.forms.people import GuardianForm
from leagues.models import Guardian, Player
from leagues.views.acts import ActView, ButtonView


class AddGuardian(ActView):
    permission = organisers_only
    form_class = GuardianForm
    template_name = "desk/people/guardian.html"
    success_message = gettext_lazy("The guardian is added.")

    @cached_property
    def player(self) -> Player:
        return get_object_or_404(Player.objects.present(), pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(player=self.player, **kwargs)

    def perform(self, form: GuardianForm) -> None:
        guardians.add_guardian(by=self.who, player=self.player, **form.cleaned_data)

    def get_success_url(self) -> str:
        return reverse("person", args=[self.player.pk])


class RemoveGuardian(ButtonView):
    permission = organisers_only
    success_message = gettext_lazy("The guardian is removed.")

    @cached_property
    def guardian(self) -> Guardian:
        return get_object_or_404(
            Guardian.objects.select_related("player__club"), pk=self.kwargs["pk"]
        )

    def perform(self, form: Any) -> None:
        guardians.remove_guardian(by=self.who, guardian=self.guardian)

    def get_success_url(self) -> str:
        return reverse("person", args=[self.guardian.player_id])
