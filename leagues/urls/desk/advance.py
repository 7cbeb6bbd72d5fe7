"""From one stage to the next, and to the podium."""

from django.urls import path

from leagues.views.desk.advance import advance, ties

urlpatterns = [
    path("events/<slug:slug>/advance/", advance.advance, name="event_advance"),
    path(
        "events/<slug:slug>/advance/<int:number>/settle/",
        ties.settle,
        name="tie_settle",
    ),
    path(
        "events/<slug:slug>/advance/settlements/<int:pk>/withdraw/",
        ties.settlement_withdraw,
        name="settlement_withdraw",
    ),
    path(
        "events/<slug:slug>/advance/<int:number>/pools/",
        advance.pool_sizes,
        name="pool_sizes",
    ),
    path(
        "events/<slug:slug>/advance/<int:number>/open/",
        advance.next_stage_open,
        name="next_stage_open",
    ),
    path(
        "events/<slug:slug>/advance/<int:number>/seats/",
        advance.seats_give_anew,
        name="seats_give_anew",
    ),
    path(
        "events/<slug:slug>/advance/<int:number>/move-up/",
        advance.move_up,
        name="move_up",
    ),
    path(
        "events/<slug:slug>/advance/<int:number>/shoot-out/",
        ties.shoot_out,
        name="shoot_out",
    ),
    path("events/<slug:slug>/advance/finish/", advance.finish, name="event_finish"),
]
