"""The day as the desk and the wall see it."""
