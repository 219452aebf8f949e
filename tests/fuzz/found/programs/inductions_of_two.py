import torch
from torch import nn
import logging
import math
import random
import warnings
import warnings
import numpy as np
import torch
import torch.nn.functional as F
def touch(a):
    a.add_(1.0)
    return a
@torch.compile
def peak(a):
    top = a.abs()
    return top.max()
def is_large(a, limit=2.0):
    v = x
    return a.abs().mean() > limit
@torch.compile
def rows(a):
    return a.sum(-1)
import warnings
class Model(torch.nn.Module):

    def forward(self, x: torch.Tensor, w: torch.Tensor, n: float, flag: bool):
        if (w).abs().max():
            y, self.state = (y).exp(), torch.tanh(x)
        else:
            y, self.state = torch.relu(y), w
            assert n < 4
        for i in range(2):
            with torch.no_grad():
                if (x).mean():
                    t0 = x.sum()
                    y = ((y) / (1.0 + (t0).mean().abs())) / (1.0 + (w).mean().abs())
                    self.kept = w
                elif x.dim() == 1:
                    y = (v).clamp(min=-1.0, max=1.0)
                    v = torch.tanh((y).masked_fill((v < 0.5), 0.0))
                else:
                    def is_large(a, limit=2.0):
                        v = x
                        return a.abs().mean() > limit
                    y = x
                    v = ((w).abs()).masked_fill((w >= 0.5), 0.0)
                if torch.nonzero((v != 0.5)).numel() > 0:
                    y = (torch.relu(v)).masked_fill((w >= 0.5), 0.0)
                else:
                    y = torch.relu((w).exp())
        return torch.relu(w)
