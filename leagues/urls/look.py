"""The style guide for developers. Never served in production."""

from django.urls import path

from leagues.views.site import look

urlpatterns = [
    path("", look.show_parts, name="look"),
    path("tried/", look.try_form, name="look_tried"),
    path("<slug:code>/", look.went_wrong, name="look_went_wrong"),
]
