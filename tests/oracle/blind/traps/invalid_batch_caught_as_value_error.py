"""A probabilistic forecaster refuses scales that are not positive; the trainer drops such batches."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class GaussianNLL(nn.Module):
    def __init__(self, context=6, horizon=2):
        super().__init__()
        self.loc = nn.Linear(context, horizon)
        self.raw_scale = nn.Linear(context, horizon)

    def forward(self, history, future, item_scale):
        if (item_scale <= 0).any():
            raise ValueError("item scale must be positive")
        scaled = history / item_scale
        loc, scale = self.loc(scaled), F.softplus(self.raw_scale(scaled)) + 1e-3
        z = (future / item_scale - loc) / scale
        return (0.5 * z.square() + scale.log()).mean()


class Trainer:
    """Counts the batches that were dropped."""

    def __init__(self):
        self.model = torch.compile(GaussianNLL())
        self.dropped = 0

    def training_step(self, history, future, item_scale):
        try:
            return self.model(history, future, item_scale)
        except ValueError:
            self.dropped += 1
            return None


def load():
    return Trainer().training_step


def cases():
    yield from build(load, lambda: (randn(3, 6), randn(3, 2), torch.tensor([[1.0], [0.5], [2.0]])), "base grad")
    yield from build(load, lambda: (randn(3, 6), randn(3, 2), torch.tensor([[1.0], [0.0], [2.0]])), "base", tag="flat-")

EXPECT = {'topic': 'timeseries',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions', 'caught'],
 'breaks': {17: 2, 18: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['exception', 'value'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
