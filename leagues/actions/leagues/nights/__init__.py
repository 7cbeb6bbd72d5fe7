"""The nights of a league: their dates, attendance, and a night in progress."""
