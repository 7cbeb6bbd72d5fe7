"""Drawing: who meets whom, before everybody sees it."""

from django.urls import path

from leagues.views.desk import draw

STAGE = "events/<slug:slug>/draw/<int:number>/"

urlpatterns = [
    path("events/<slug:slug>/draw/", draw.event_draw, name="event_draw"),
    path("events/<slug:slug>/draw/promise/", draw.promise, name="draw_promise"),
    path("events/<slug:slug>/draw/apart/", draw.apart, name="draw_apart"),
    path(STAGE, draw.stage_page, name="stage_draw"),
    path(f"{STAGE}open/", draw.open_it, name="draw_open"),
    path(f"{STAGE}empty/", draw.empty_it, name="draw_empty"),
    path(f"{STAGE}make/", draw.make, name="draw_make"),
    path(f"{STAGE}discard/", draw.discard, name="draw_discard"),
    path(f"{STAGE}swap/", draw.swap, name="draw_swap"),
    path(f"{STAGE}lot/", draw.lot, name="draw_lot"),
    path(f"{STAGE}mend/", draw.mend, name="draw_mend"),
    path(f"{STAGE}publish/", draw.publish, name="draw_publish"),
    path(f"{STAGE}back/", draw.take_back, name="draw_back"),
]
