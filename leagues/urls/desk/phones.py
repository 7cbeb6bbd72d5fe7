"""How phones come in at an event's boards: labels and tablets."""

from django.urls import path

from leagues.views.desk import phones

EVENT = "events/<slug:slug>/phones/"

urlpatterns = [
    path(EVENT, phones.event_phones, name="event_phones"),
    path(f"{EVENT}labels/", phones.board_labels, name="board_labels"),
    path(f"{EVENT}labels/void/", phones.labels_void, name="labels_void"),
    path(f"{EVENT}tablets/<int:pk>/revoke/", phones.kiosk_revoke, name="kiosk_revoke"),
]
