"""Drawing: the pairings before they are published."""

from django.urls import path

from leagues.views.desk.draw import conditions, page, rounds, swap

urlpatterns = [
    path("", page.event_draw, name="event_draw"),
    path("promise/", conditions.publish_seed_hash, name="draw_promise"),
    path("apart/", conditions.edit_kept_apart, name="draw_apart"),
    path("<int:number>/", page.stage_page, name="stage_draw"),
    path("<int:number>/open/", rounds.open_it, name="draw_open"),
    path("<int:number>/empty/", rounds.empty_it, name="draw_empty"),
    path("<int:number>/make/", rounds.draw_games, name="draw_make"),
    path("<int:number>/discard/", rounds.discard_games, name="draw_discard"),
    path("<int:number>/swap/", swap.swap_entries, name="draw_swap"),
    path("<int:number>/lot/", rounds.draw_seeds, name="draw_lot"),
    path("<int:number>/mend/", rounds.update_games, name="draw_mend"),
    path("<int:number>/publish/", rounds.publish_games, name="draw_publish"),
    path("<int:number>/back/", rounds.take_back, name="draw_back"),
]
