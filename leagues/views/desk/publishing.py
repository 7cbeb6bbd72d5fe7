"""The owner's page about publishing the public pages as files."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext_lazy

from leagues.access.roles import owners_only
from leagues.actions.club.publishing import change_publishing, publish_now
from leagues.forms.club.publishing import PublishingForm
from leagues.models import Club, PeriodicJob
from leagues.publishing.schedule import ASKED, read_published
from leagues.views.acts import ActView, ButtonView


class EditPublishing(ActView):
    permission = owners_only
    form_class = PublishingForm
    template_name = "desk/club/publishing.html"
    success_message = gettext_lazy("Saved.")

    def get_initial(self) -> dict[str, Any]:
        return vars(Club.objects.get(is_home=True))

    def perform(self, form: PublishingForm) -> None:
        club = Club.objects.get(is_home=True)
        change_publishing(by=self.who, club=club, **form.cleaned_data)

    def get_success_url(self) -> str:
        return reverse("publishing")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        job = PeriodicJob.objects.filter(name=PeriodicJob.Name.PUBLISH).first()
        return super().get_context_data(**kwargs) | {
            "job": job,
            "is_asked": job is not None and job.ended_at == ASKED,
            "last": read_published(job),
            "folder": settings.PUBLISH_FOLDER,
            "address": settings.PUBLISH_URL,
            "has_command": bool(settings.PUBLISH_COMMAND),
            "zone": Club.objects.get(is_home=True).zone,
        }


class PublishNow(ButtonView):
    permission = owners_only
    success_message = gettext_lazy("The pages will be published within a few seconds.")

    def perform(self, form: Any) -> None:
        publish_now()

    def get_success_url(self) -> str:
        return reverse("publishing")

    get_refused_url = get_success_url
