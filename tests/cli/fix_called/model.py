import torch
from helpers import Scale, clamped, doubled

scale = Scale()


@torch.compile
def step(x: torch.Tensor):
    return clamped(x) + scale.scaled(x, 0.0) + doubled(x, x > 0)
