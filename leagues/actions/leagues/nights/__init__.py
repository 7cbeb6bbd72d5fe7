"""The nights of a league: their dates, who comes, and a night in progress."""
