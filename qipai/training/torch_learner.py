"""The learner in PyTorch (extra `torch`): on a GPU where there is one, else on one core of the CPU.

It makes the steps of `learner.py` with gradients that PyTorch finds by itself, so a training may go on with either, and its net is the
same but for rounding.  Of the first layer only the rows that a minibatch touched are taken in hand, each step.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from qipai.engine.errors import QipaiError

from .learner import FIRST_MOMENT, KEEP_FIRST, KEEP_SECOND, SECOND_MOMENT, TINY, Learner
from .nets import Net


def find_torch() -> Any:
    """Import PyTorch and return it.  Raises `QipaiError` with how to install it where it is missing or cannot be loaded."""
    try:
        import torch
    except (ImportError, OSError) as problem:  # the latter where a library that it needs is missing
        raise QipaiError(f"The learner torch needs PyTorch: pip install torch ({problem}).") from None
    return torch


class TorchLearner(Learner):
    """A learner whose weights and moments are NumPy's between two calls of `learn`, and PyTorch's within one."""

    def __init__(self, net: Net, seed: int) -> None:
        """Take a net in hand.  Raises `QipaiError` if PyTorch is not installed."""
        super().__init__(net, seed)
        self._torch = torch = find_torch()
        self._place = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.device = f"PyTorch on {torch.cuda.get_device_name() if self._place.type == 'cuda' else 'the CPU'}"

    def _go_through(
        self, book: tuple[np.ndarray, ...], order: np.ndarray, rate: float, batch: int, weights: np.ndarray
    ) -> np.ndarray:
        torch = self._torch
        kept = (self.net, self.first, self.second)
        with _one_thread(torch), torch.enable_grad():
            net, first, second = ([self._there(array) for array in part] for part in kept)
            share, losses = self._there(weights / np.float32(batch)), self._there(np.zeros(len(weights)))
            for begin in range(0, len(order) - batch + 1, batch):
                rows, *seen = self._minibatch(book, order[begin : begin + batch])
                self.steps += 1
                losses += self._step((net, first, second), rows, seen, share, rate)
            for arrays, tensors in zip(kept, (net, first, second), strict=True):
                for array, tensor in zip(arrays, tensors, strict=True):
                    torch.from_numpy(array).copy_(tensor)  # on the CPU they are the same memory
        return losses.cpu().numpy()

    def _there(self, array: np.ndarray) -> Any:
        """Return an array as a tensor of the device; on the CPU it shares the memory."""
        return self._torch.from_numpy(array).to(self._place)

    def _minibatch(self, book: tuple[np.ndarray, ...], lines: np.ndarray) -> tuple[Any, ...]:
        """Return some lines of a book as tensors of the device.

        rows (touched,): the inputs that are on in any of them; places (inputs on,): those that are on, line after line, as indices of
        `rows`; starts (lines,): where each line begins in `places`; targets (lines, HEADS).
        """
        all_rows, on, _, _, _, targets, _ = book
        lengths = on[lines].astype(np.int64)
        listed = all_rows[lines][np.arange(all_rows.shape[1]) < lengths[:, None]]
        touched = np.zeros(len(self.net.inputs), bool)
        touched[listed] = True
        places = (np.cumsum(touched) - 1)[listed]
        return tuple(map(self._there, (np.flatnonzero(touched), places, np.cumsum(lengths) - lengths, targets[lines])))

    def _step(self, parts: tuple[list[Any], ...], rows: Any, seen: list[Any], share: Any, rate: float) -> Any:
        """Take a step of Adam with `share` times half the squared errors; return the errors' squares, added up by head in double."""
        torch, (places, starts, targets) = self._torch, seen
        inputs, *others = ([part[0][rows], *part[1:]] for part in parts)
        leaves = [array.detach().requires_grad_() for array in inputs]
        picked, inputs_bias, second, second_bias, heads, heads_bias = leaves
        sums = torch.nn.functional.embedding_bag(places, picked, starts, mode="sum") + inputs_bias
        hidden = torch.relu(sums) @ second + second_bias
        squares = (torch.relu(hidden) @ heads + heads_bias - targets) ** 2
        grads = torch.autograd.grad((squares * share).sum() / 2, leaves)
        with torch.no_grad():
            first_share, second_share = 1 / (1 - KEEP_FIRST**self.steps), 1 / (1 - KEEP_SECOND**self.steps)
            for weights, grad, first_moment, second_moment in zip(leaves, grads, *others, strict=True):
                first_moment.lerp_(grad, float(FIRST_MOMENT))
                second_moment.lerp_(grad * grad, float(SECOND_MOMENT))
                below = (second_moment * second_share).sqrt_().add_(float(TINY))
                weights.addcdiv_(first_moment, below, value=-rate * first_share)
            for part, changed in zip(parts, (picked, others[0][0], others[1][0]), strict=True):
                part[0].index_copy_(0, rows, changed)
            return squares.sum(0, dtype=torch.float64)


@contextmanager
def _one_thread(torch: Any) -> Iterator[None]:
    """Let PyTorch compute in one thread of the CPU: the others are the actors', and sums are then added in one order."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
