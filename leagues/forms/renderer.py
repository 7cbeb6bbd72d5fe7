"""The renderer of all forms, including allauth's."""

from django.forms.renderers import TemplatesSetting


class HouseForms(TemplatesSetting):
    """Renders errors beside their fields, and a summary at the top that takes the focus."""

    form_template_name = "forms/form.html"
    field_template_name = "forms/field.html"
