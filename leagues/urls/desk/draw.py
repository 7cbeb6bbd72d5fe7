"""Drawing: who meets whom, before everybody sees it."""

from django.urls import path

from leagues.views.desk.draw import conditions, page, rounds, swap

STAGE = "events/<slug:slug>/draw/<int:number>/"

urlpatterns = [
    path("events/<slug:slug>/draw/", page.event_draw, name="event_draw"),
    path("events/<slug:slug>/draw/promise/", conditions.promise, name="draw_promise"),
    path("events/<slug:slug>/draw/apart/", conditions.apart, name="draw_apart"),
    path(STAGE, page.stage_page, name="stage_draw"),
    path(f"{STAGE}open/", rounds.open_it, name="draw_open"),
    path(f"{STAGE}empty/", rounds.empty_it, name="draw_empty"),
    path(f"{STAGE}make/", rounds.make, name="draw_make"),
    path(f"{STAGE}discard/", rounds.discard, name="draw_discard"),
    path(f"{STAGE}swap/", swap.swap, name="draw_swap"),
    path(f"{STAGE}lot/", rounds.lot, name="draw_lot"),
    path(f"{STAGE}mend/", rounds.mend, name="draw_mend"),
    path(f"{STAGE}publish/", rounds.publish, name="draw_publish"),
    path(f"{STAGE}back/", rounds.take_back, name="draw_back"),
]
