"""The style guide for developers. Never served in production."""

from django.urls import path

from leagues.views.site import style_guide

urlpatterns = [
    path("", style_guide.show_parts, name="look"),
    path("tried/", style_guide.try_form, name="look_tried"),
    path("<slug:code>/", style_guide.went_wrong, name="look_went_wrong"),
]
