"""The public pages as plain files, for a web space without a server."""
