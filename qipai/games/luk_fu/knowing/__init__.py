"""What a seat may know, and the states that agree with it."""

from .drawing import sample_world
from .observation import observe
from .worlds import accepts
