"""Environments for researchers: every game under the interfaces of PettingZoo, Gymnasium and OpenSpiel, and in batches.

An observation is a vector whose entries have names.  `encoding` writes records as vectors, `layouts` has the layouts of
each game, `course` plays one deal; the interfaces stand on these.
"""
