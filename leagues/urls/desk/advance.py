"""From one stage to the next, and to the podium."""

from django.urls import path

from leagues.views.desk.advance import advance, ties

urlpatterns = [
    path("", advance.show_advance, name="event_advance"),
    path("<int:number>/settle/", ties.settle_tie, name="tie_settle"),
    path("settlements/<int:pk>/withdraw/", ties.settlement_withdraw, name="settlement_withdraw"),
    path("<int:number>/pools/", advance.pool_sizes, name="pool_sizes"),
    path("<int:number>/open/", advance.next_stage_open, name="next_stage_open"),
    path("<int:number>/seats/", advance.reassign_places, name="seats_give_anew"),
    path("<int:number>/move-up/", advance.move_up, name="move_up"),
    path("<int:number>/shoot-out/", ties.shoot_out, name="shoot_out"),
    path("finish/", advance.confirm_finish, name="event_finish"),
]
