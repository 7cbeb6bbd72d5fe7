"""Planning events: what they are, and the stages they are built of."""

from django.urls import path

from leagues.views.desk import setup

urlpatterns = [
    path("events/", setup.events_list, name="desk_events"),
    path("events/<slug:slug>/stages/", setup.stages_list, name="event_stages"),
]
