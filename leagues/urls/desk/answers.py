"""Attendance of a night of a league, at its desk."""

from django.urls import path

from leagues.views.desk.leagues.nights import answers

urlpatterns = [
    path("", answers.night_coming, name="desk-night-coming"),
    path("answer/", answers.answer_for, name="desk-night-answer"),
    path("spare/", answers.spare_call, name="desk-night-spare"),
    path("spare/off/", answers.spare_call_off, name="desk-night-spare-off"),
]
