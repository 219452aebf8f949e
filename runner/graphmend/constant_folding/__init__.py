"""Numbers that a graph computes from constants alone, for Python to go on with while the graph is traced.

The sizes of the levels of an image, a mask of ones, positions that were counted: code makes a tensor of them and asks
it later for what it was made of. The graph breaks there, though nothing has to run for the answer.

    for height, width in shapes:      # shapes = torch.as_tensor([(8, 8), (4, 4)])
        if graphmend.truth(height * width > limit): ...

Each function gives its argument back where it is no such tensor, and outside of what is being traced: then the code
around it means what it meant, and breaks the graph as it did.
"""

import sys

import torch

from graphmend.effects.gate import compiling


def truth(tensor):
    """For a condition. tensor: any value; one of no dimensions whose number is known gives the number."""
    if compiling() and type(tensor) is torch.Tensor and tensor.dim() == 0:
        return _known(tensor)
    return tensor


def number(tensor):
    """For a size or the bound of a slice, which a bool is not. tensor: as for `truth`."""
    if compiling() and type(tensor) is torch.Tensor and tensor.dim() == 0 and tensor.dtype != torch.bool:
        return _known(tensor)
    return tensor


def reading(tensor):
    """For a receiver of `item` or `tolist`, any of whose sizes are known. Gives the tensor or a `Reading`."""
    if compiling() and type(tensor) is torch.Tensor:
        found = _known(tensor)
        if found is not tensor:
            return Reading(found, tensor.dim())
    return tensor


class Reading:
    """What is read of a tensor. found: its numbers in lists, as deep as it has dimensions."""

    def __init__(self, found, dimensions):
        self._found = found
        self._dimensions = dimensions

    def item(self):
        found = self._found
        for _ in range(self._dimensions):
            if len(found) != 1:
                raise RuntimeError("a Tensor with more or fewer elements than one cannot be converted to Scalar")
            found = found[0]
        return found

    def tolist(self):
        return self._found


def leave_to_callers():
    """A caller that is left to eager is no reason to make a graph of a function of this module."""
    from torch._dynamo.eval_frame import skip_code

    for each in (truth, number, reading):
        skip_code(each.__code__)


if "torch._dynamo" in sys.modules:
    leave_to_callers()


def _known(tensor):
    from graphmend.constant_folding.graph import UNKNOWN, ask, comptime, take  # TorchDynamo is there by now

    comptime(ask)
    found = take()
    return tensor if found is UNKNOWN else found
