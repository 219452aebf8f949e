"""A batch is counted, and then refused if its weights are negative: the refused one counts as well."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


def check_weights(weight):
    if (weight < 0).any():
        raise ValueError("weights must not be negative")


class WeightedStep(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Linear(dim, 1)
        self.register_buffer("batches", torch.zeros(()))

    def forward(self, x, weight):
        self.batches += 1
        out = self.net(x).squeeze(-1)
        check_weights(weight)
        return (weight * out**2).sum() / weight.sum()


def load():
    return torch.compile(WeightedStep())


def cases():
    yield from build(load, lambda: (randn(3, 4), rand(3)), "base grad")
    yield from build(load, lambda: (randn(3, 4), -rand(3)), "base", tag="negative-")

EXPECT = {'topic': 'training',
 'kind': 'check',
 'verdict': 'any correct rewrite',
 'obligations': ['order of effects'],
 'breaks': {10: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'module.batches'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
