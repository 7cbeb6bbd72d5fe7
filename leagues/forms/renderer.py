"""Every form of the site, allauth's too, is written by the same two templates."""

from django.forms.renderers import TemplatesSetting


class HouseForms(TemplatesSetting):
    """Errors stand beside their field, and a summary above takes the focus."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
