"""Where tables live: an append-only log of events in SQLite, or in PostgreSQL by URL."""
