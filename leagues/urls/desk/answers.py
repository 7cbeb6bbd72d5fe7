"""Who comes to a night of a league, at its desk."""

from django.urls import path

from leagues.views.desk.leagues import answers

COMING = "leagues/<slug:slug>/nights/<int:pk>/coming/"

urlpatterns = [
    path(COMING, answers.night_coming, name="desk-night-coming"),
    path(f"{COMING}answer/", answers.answer_for, name="desk-night-answer"),
    path(f"{COMING}spare/", answers.spare_call, name="desk-night-spare"),
    path(f"{COMING}spare/off/", answers.spare_call_off, name="desk-night-spare-off"),
]
