"""Tests of revisions, streams and the page cache."""
