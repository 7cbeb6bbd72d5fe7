"""Planning events and their stages."""

from django.urls import include, path

from leagues.views.desk.events import events, stages

EVENT = [
    path("change/", events.event_change, name="event_change"),
    path("bin/", events.event_bin, name="event_bin"),
    path("restore/", events.event_restore, name="event_restore"),
    path("stages/", stages.stages_list, name="event_stages"),
    path("stages/add/", stages.stage_formats, name="stage_formats"),
    path("stages/add/<slug:kind>/", stages.stage_add, name="stage_add"),
    path("stages/<int:number>/", stages.stage_change, name="stage_change"),
    path("stages/<int:number>/move/", stages.stage_move, name="stage_move"),
    path("stages/<int:number>/remove/", stages.stage_remove, name="stage_remove"),
]

urlpatterns = [
    path("events/", events.events_list, name="desk_events"),
    path("new/", events.event_shapes, name="event_shapes"),
    path("new/<slug:shape>/", events.event_plan, name="event_plan"),
    path("events/<slug:slug>/", include(EVENT)),
]
