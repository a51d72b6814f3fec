"""The site and what it is made with."""
