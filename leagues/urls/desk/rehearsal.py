"""Rehearsing an event before its day."""

from django.urls import path

from leagues.views.desk import rehearsal as views

urlpatterns = [
    path("events/<slug:slug>/rehearsal/", views.rehearsal, name="rehearsal"),
    path(
        "events/<slug:slug>/rehearsal/speed/",
        views.rehearsal_speed,
        name="rehearsal_speed",
    ),
    path(
        "events/<slug:slug>/rehearsal/delete/",
        views.rehearsal_delete,
        name="rehearsal_delete",
    ),
]
