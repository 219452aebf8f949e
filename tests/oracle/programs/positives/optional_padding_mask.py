"""A padding mask that may be missing, tested before its contents."""

from typing import Optional

import torch
from torch import nn

from fxkit import bools, build, randn


class Pooler(nn.Module):
    def forward(self, hidden: torch.Tensor, padding: Optional[torch.Tensor] = None) -> torch.Tensor:
        hidden = hidden + 1.0
        if padding is not None and torch.any(padding):
            hidden = hidden.masked_fill(padding.unsqueeze(-1), 0.0)
        return hidden.amax(dim=1)


def load():
    m = Pooler()
    m.compile(dynamic=False)
    return m


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), bools(2, 3)), "base true false nan half grad inf+grad")
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad", tag="none-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R5', 'R2'],
 'breaks': {14: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
