"""A mixed precision policy whose compute dtype depends on what the machine supports."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class Precision:
    prefer: str = "bf16"
    fallback: torch.dtype = torch.float32

    @property
    def compute_dtype(self):
        if self.prefer == "bf16" and torch.cuda.is_bf16_supported():
            return torch.bfloat16
        return self.fallback


class Block(nn.Module):
    def __init__(self, dim=4, precision=None):
        super().__init__()
        self.precision = precision or Precision()
        self.proj = nn.Linear(dim, dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, x):
        dtype = self.precision.compute_dtype
        h = self.norm(x).to(dtype)
        w, b = self.proj.weight.to(dtype), self.proj.bias.to(dtype)
        return x + torch.nn.functional.gelu(torch.nn.functional.linear(h, w, b)).to(x.dtype)


def load():
    return torch.compile(Block())


def load_full():
    return torch.compile(Block(precision=Precision(prefer="fp32")))


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad")
    yield from build(load_full, lambda: (randn(3, 4),), "base", tag="full-")

EXPECT = {'topic': 'training utilities',
 'kind': 'machine question',
 'rewrites': [],
 'breaks': {-1: 1, 18: 1},
 'gb': ['GB0208'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
