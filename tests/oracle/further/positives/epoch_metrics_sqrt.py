"""RMSE and a noise floor of an evaluation batch, taken with math in double precision."""

import math

import torch
from torch import nn

from fxkit import build, randn


class Evaluator(nn.Module):
    def __init__(self, eps=1e-6):
        super().__init__()
        self.eps = eps

    def squared_error(self, pred, target):
        diff = pred.double() - target.double()
        return (diff * diff).mean()

    @torch.no_grad()
    def forward(self, pred, target):
        mse = self.squared_error(pred, target)
        rmse = math.sqrt(mse)
        margin = (pred - target).abs()
        return {"z": margin / (rmse + self.eps), "outside": margin > 2.0 * rmse}


def load():
    return torch.compile(Evaluator())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base zero inf")


EXPECT = {'topic': 'metrics',
 'rewrites': ['R29'],
 'breaks': {23: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
