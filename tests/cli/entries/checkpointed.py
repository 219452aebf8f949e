import torch
from torch.utils.checkpoint import checkpoint


def block(x):
    return x * x.max().item()


@torch.compile
def f(x: torch.Tensor):
    return checkpoint(block, x, use_reentrant=False)
