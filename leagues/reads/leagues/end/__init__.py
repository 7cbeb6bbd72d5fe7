"""The end of a season: finals, final table, awards, honours and yearbooks."""
