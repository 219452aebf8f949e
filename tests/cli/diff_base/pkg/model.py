import torch

from .helpers import clamp


@torch.compile
def halve(x: torch.Tensor):
    if x.sum() > 0:
        x = x / 2
    return clamp(x)


@torch.compile
def double(x: torch.Tensor):
    print("double")
    return x * 2
