"""Several servers on one database: they hear of each other's changes, and one of them plays a table's computers."""
