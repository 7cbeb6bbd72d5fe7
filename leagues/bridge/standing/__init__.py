"""What play has come to: results, tables, orders, final places."""
