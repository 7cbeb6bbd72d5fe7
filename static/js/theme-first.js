// Of theme.js what has to run before the first paint: pages that can't wait for a file carry it.
