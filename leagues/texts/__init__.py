"""A club's own texts: what it shows in place of a text of the catalogues."""
