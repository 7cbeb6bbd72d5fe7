"""Planning an event: what it is, its stages, who may enter."""
