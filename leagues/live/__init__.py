"""Live updates: revisions, streams, and a cache of public pages.

This code runs in the event loop of a worker, before Django: it answers from cached pages while
they are current, and streams changes. Everything it sends was rendered by Django for a visitor
without cookies, once for each change.
"""
