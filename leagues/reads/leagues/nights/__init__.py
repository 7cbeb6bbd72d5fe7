"""League nights: their results, their recap, and a guide for the first one."""
