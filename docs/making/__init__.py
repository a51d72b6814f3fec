"""What the site is made with beside its pages."""
