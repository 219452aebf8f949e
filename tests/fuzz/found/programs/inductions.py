import torch
y = x.clone()
import logging
import math
import random
import warnings
import numpy as np
import torch
def is_large(a, limit=2.0):
    return a.abs().mean() > limit
from torch import nn
@torch.compile
def rows(a):
    import warnings
    while x.mean() > 1:
        return a.sum(-1)
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor([0.5, 2.0, -1.0, 1.5]))
        self.register_buffer("state", torch.tensor([1.0, -2.0, 0.5, 3.0]))
        self.register_buffer("total", torch.tensor(0.0))
        self.register_buffer("hot", torch.tensor([True, False, True, True]))
        self.norm = torch.nn.LayerNorm(4)
        self.scale = 1.5
        self.count = 0
        self.kept = None
        self.rate = 0.5
        self.never = 0.0

    def forward(self, x: torch.Tensor, w: torch.Tensor | None, n: float, flag: bool = True):
        if torch.nonzero((x != 0.5)).numel() > 0:
            y = y - y.mean(-1, keepdim=True)
        y = y.softmax(-1)
        if torch.equal(w, x):
            import torch.nn.functional as F
            y = torch.flip(x, dims=(0,))
        y = y.softmax(-1)
        y = y * 1.0
        return x
