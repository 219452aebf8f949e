import torch
from helpers import Scale, clamped

scale = Scale()


@torch.compile
def step(x: torch.Tensor):
    return clamped(x) + scale.scaled(x, 0.0)
