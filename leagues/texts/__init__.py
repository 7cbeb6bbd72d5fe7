"""A club's wording: texts that it shows instead of those of the catalogues."""
