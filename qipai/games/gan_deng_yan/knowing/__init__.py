"""What a seat may know, and the states that agree with it."""

from .observation import observe
from .worlds import accepts, sample_world
