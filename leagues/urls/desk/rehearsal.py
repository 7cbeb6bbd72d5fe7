"""Rehearsing an event before its day."""

from django.urls import path

from leagues.views.desk import rehearsal as views

urlpatterns = [
    path("", views.show_rehearsal, name="rehearsal"),
    path("speed/", views.rehearsal_speed, name="rehearsal_speed"),
    path("delete/", views.rehearsal_delete, name="rehearsal_delete"),
]
