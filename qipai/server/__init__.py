"""The table on the network: the log is the table, its primary key is the lock, nothing is shown before it is stored."""
