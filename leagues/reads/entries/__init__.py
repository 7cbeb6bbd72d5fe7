"""An event's entries: seeding, and the effects of a withdrawal."""
