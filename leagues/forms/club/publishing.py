"""The form about publishing the public pages as files."""

from django import forms
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 10, 24 * 3600


class PublishingForm(forms.Form):
    publish_every = forms.IntegerField(
        label=_("Seconds between publications"),
        min_value=SHORTEST,
        max_value=LONGEST,
        help_text=_("After a result, the pages are published within this time."),
    )
    publishes_all_languages = forms.BooleanField(
        label=_("Publish in every language"),
        required=False,
        help_text=_(
            "Otherwise only in the language of the club. Two languages take twice as long as one."
        ),
    )
