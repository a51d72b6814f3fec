"""What a community of players makes of its deals: who played which, and what they add up to.  No network, no database."""
