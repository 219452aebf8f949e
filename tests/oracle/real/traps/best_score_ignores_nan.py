"""The best validation error is kept with Python's `min`, which keeps the old value when the new one is NaN."""

import torch
from torch import nn

from fxkit import build, randn


class Validator(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(3, 1)
        self.best = float("inf")

    @torch.no_grad()
    def forward(self, x, y):
        error = (self.model(x).squeeze(-1) - y).square().mean()
        self.best = min(self.best, error.item())
        return {"error": error, "margin": error - self.best}


def load():
    validator = torch.compile(Validator())
    drift = torch.tensor(0.0)

    def evaluate(x, y):
        out = validator(x, y + drift)
        drift.copy_(torch.tensor(float("nan")) if drift == 0 else torch.tensor(0.5))
        return out

    return evaluate


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4)), "base zero big")

EXPECT = {'topic': 'evaluation',
 'verdict': 'any correct rewrite',
 'obligations': ['O2', 'O15'],
 'breaks': {18: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions', 'type'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
