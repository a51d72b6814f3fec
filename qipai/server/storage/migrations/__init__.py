"""Steps from one version of the stored schema to the next, run at start."""
