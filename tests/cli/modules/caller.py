import torch
from helper import through


@torch.compile
def fourth(x: torch.Tensor):
    return through(x) + 1
