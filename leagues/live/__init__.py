"""The revision and the stream: what has changed, told to whoever watches.

This room answers before Django does, in the event loop of a worker: ready-made pages from
memory while what they show stands, and streams of what changes. Whatever they hold was
rendered by Django itself, for a stranger, once for each change.
"""
