"""Mean log firing rate of the active neurons; the rates are exactly zero without a stimulus."""

import torch
from torch import nn

from fxkit import build, randn


class RateModel(nn.Module):
    def __init__(self, stimuli=3, neurons=5):
        super().__init__()
        self.gain = nn.Parameter(0.1 * torch.randn(stimuli, neurons))

    def mean_log_rate(self, rates):
        active = rates > 0
        return rates[active].log().sum() / active.sum().clamp(min=1)

    def forward(self, stimulus):
        rates = stimulus.clamp(min=0) @ self.gain.exp()
        return rates, self.mean_log_rate(rates)


def load():
    return torch.compile(RateModel())


def cases():
    yield from build(load, lambda: (randn(2, 3).abs(),), "base grad", tag="driven-")
    yield from build(load, lambda: (torch.tensor([[0.5, 1.0, 0.0], [0.0, 0.0, 0.0]]),), "base grad", tag="silent-")

EXPECT = {'topic': 'neuroscience, time series',
 'kind': 'masks',
 'verdict': 'any correct rewrite',
 'obligations': ['gradients', 'NaN'],
 'breaks': {16: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
