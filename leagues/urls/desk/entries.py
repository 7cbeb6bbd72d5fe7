"""The entries of an event, and the people of the club."""

from django.urls import path

from leagues.views.desk.entries import entries, entry, lists, seeds
from leagues.views.desk.people import merge

AT = "events/<slug:slug>/people/"

urlpatterns = [
    path(AT, entries.event_people, name="event_people"),
    path(f"{AT}check-in/", entries.check_in_some, name="check_in"),
    path(f"{AT}list/", lists.enter_list, name="enter_list"),
    path(f"{AT}pick/", lists.pick_players, name="pick_people"),
    path(f"{AT}pairs/", lists.make_pairs, name="event_pairs"),
    path(f"{AT}seeds/", seeds.event_seeds, name="event_seeds"),
    path(f"{AT}registration/", seeds.edit_registration, name="event_registration"),
    path(f"{AT}<int:pk>/", entry.event_entry, name="event_entry"),
    path(f"{AT}<int:pk>/team/", entry.entry_team, name="entry_team"),
    path(f"{AT}<int:pk>/part/", entry.entry_part, name="entry_part"),
    path(f"{AT}<int:pk>/substitute/", entry.entry_substitute, name="entry_substitute"),
    path(f"{AT}<int:pk>/<slug:act>/", entry.entry_act, name="entry_act"),
    path("people/look-alikes/", merge.look_alikes, name="look_alikes"),
    path("people/<int:pk>/merge/<int:other>/", merge.person_merge, name="person_merge"),
    path("people/merges/<int:pk>/undo/", merge.merge_undo, name="merge_undo"),
]
