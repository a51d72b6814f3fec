"""The network server of tables.

A table is its log: a change is stored, under a key that only one writer can take, then shown.

Requests pass `gate`, are answered by `api` (HTTP) or `sockets` (a `Visit` per connection), and reach `house`, which
holds the live `tables`; each has a `driving.Driver` for bots and clocks.  `storage` keeps the logs, `bots` and
`thinker` run bots in other processes, `protocol` defines the messages.
"""
