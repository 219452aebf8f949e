import torch
import lib
from edited import scalar


@torch.compile
def step(x: torch.Tensor):
    return x + lib.twice(x)


@torch.compile
def other(x: torch.Tensor):
    return x + scalar(x)


@torch.compile
def third(x: torch.Tensor, loud: bool, size: int):
    lib.maybe(x, loud)
    lib.rare(x, loud)
    return x
