"""Players that learn by playing themselves: `qipai train`.

One idea a file: `nets` (the net), `actor` (play and write down), `returns` (what a decision was worth), `learner` (Adam; `torch_learner`
in PyTorch), `matches` (how strong), `settings` (what is asked for), `checkpoints` (what is kept), `running` (the loop), `watching` and
`picture` (what people see).
What a net sees of a game is said by its room (`inputs.py`), and nets play in `qipai.bots.nets`.
"""
