"""Many deals at one table: setups, results, the running score, the log and its fold, clocks.  No network here."""
