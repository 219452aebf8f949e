"""The cut is lowered to the best token when it would remove everything."""

import torch
from torch import nn

from fxkit import build, randn


class MinP(nn.Module):
    def __init__(self, min_p: float):
        super().__init__()
        self.min_p = min_p

    def forward(self, logits: torch.Tensor) -> torch.Tensor:
        probs = torch.softmax(logits, dim=-1)
        best = probs.max()
        cut = best * 0.0 + self.min_p
        if (probs >= cut).sum() == 0:
            cut = best * 1.0
        return torch.where(probs >= cut, logits, torch.full_like(logits, float("-inf")))


def load():
    return torch.compile(MinP(0.4))


def cases():
    yield from build(load, lambda: (randn(6),), "base big zero nan inf half f64 grad zero+grad nan+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R2', 'R33'],
 'breaks': {18: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
