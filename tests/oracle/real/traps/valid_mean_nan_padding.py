"""Series are padded with NaN: the loss over the observed steps must not see it."""

import torch
from torch import nn

from fxkit import build, randn


class ObservedMAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.offset = nn.Parameter(torch.tensor(0.1))

    def forward(self, forecast, target):
        observed = ~torch.isnan(target)
        error = (forecast + self.offset - target).abs()
        return error[observed].mean(), observed.float().mean()


def load():
    return torch.compile(ObservedMAE())


def target(*missing):
    series = randn(2, 4, seed=1)
    series.view(-1)[list(missing)] = float("nan")
    return series


def cases():
    yield from build(load, lambda: (randn(2, 4), target(1, 6)), "base grad", tag="gap-")
    yield from build(load, lambda: (randn(2, 4), target()), "base", tag="full-")

EXPECT = {'topic': 'forecasting',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'R30'],
 'breaks': {17: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
