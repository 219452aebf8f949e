"""Additive bias of cross attention: optional padding mask, skipped when nothing is padded."""

from typing import Optional

import torch
from torch import Tensor, nn

from fxkit import bools, build, randn


class CrossBias(nn.Module):
    def __init__(self, heads: int):
        super().__init__()
        self.slope = nn.Parameter(torch.linspace(0.5, 1.5, heads))

    def forward(self, scores: Tensor, padded: Optional[Tensor] = None) -> Tensor:
        bias = self.slope.view(-1, 1, 1) - scores.new_ones(scores.shape[-1])
        logits = scores + bias
        if padded is not None and padded.any():
            blocked = padded[None, None, :]
            logits = logits.masked_fill(blocked, -1e4)
        return logits.softmax(dim=-1)


def load():
    return torch.compile(CrossBias(2))


def cases():
    yield from build(load, lambda: (randn(2, 3, 5), bools(5, p=0.4)), "grad true nan+grad inf+grad")
    yield from build(load, lambda: (randn(2, 3, 5), torch.zeros(5, dtype=torch.bool)), "grad nan+grad inf+grad", tag="none-")
    yield from build(load, lambda: (randn(2, 3, 5),), "base", tag="nomask-")


EXPECT = {'topic': 'attention',
 'rewrites': ['R5', 'R2'],
 'breaks': {19: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
