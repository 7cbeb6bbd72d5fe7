"""From one stage to the next, and to the podium."""

from django.urls import path

from leagues.views.desk import advance

urlpatterns = [
    path("events/<slug:slug>/advance/", advance.advance, name="event_advance"),
    path(
        "events/<slug:slug>/advance/<int:number>/settle/",
        advance.settle,
        name="tie_settle",
    ),
    path(
        "events/<slug:slug>/advance/settlements/<int:pk>/withdraw/",
        advance.settlement_withdraw,
        name="settlement_withdraw",
    ),
    path(
        "events/<slug:slug>/advance/<int:number>/open/",
        advance.next_stage_open,
        name="next_stage_open",
    ),
    path(
        "events/<slug:slug>/advance/<int:number>/move-up/",
        advance.move_up,
        name="move_up",
    ),
    path(
        "events/<slug:slug>/advance/<int:number>/shoot-out/",
        advance.shoot_out,
        name="shoot_out",
    ),
    path("events/<slug:slug>/advance/finish/", advance.finish, name="event_finish"),
]
