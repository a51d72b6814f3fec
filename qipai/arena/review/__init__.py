"""Review a finished deal: what each decision of a seat was worth, and what the best available player would have done.

`weighing` compares the actions of one decision, from what the seat knew; `reviewing` goes through a record; `advising` weighs one
that is not taken yet; `figures` are what comes out; `telling` writes them in lines for people.
"""
