"""What a parameter of a compiled function is: annotations, defaults, and what it is used as."""

import torch
from typing import Optional


@torch.compile
def annotated(x: torch.Tensor, mask: Optional[torch.Tensor], flag: bool, size: int, name: str, rate: float = 0.1):
    a = x
    #   ^ value: tensor
    b = mask
    #   ^^^^ value: tensor or None
    c = flag
    #   ^^^^ value: constant
    d = size
    #   ^^^^ value: number
    e = name
    #   ^^^^ value: constant
    f = rate
    #   ^^^^ value: number
    if mask is not None:
        g = mask
        #   ^^^^ value: tensor
    return a, b, c, d, e, f, g


@torch.compile
def bare(x, y=None, *rest, scale=2, training=False, **more):
    a = x.relu()
    #   ^ value: tensor (likely)
    b = y
    #   ^ value: unknown or None
    c = scale
    #   ^^^^^ value: constant
    d = training
    #   ^^^^^^^^ value: constant
    return a, b, c, d, rest, more
