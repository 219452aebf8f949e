"""Neural Hawkes intensity on irregular events; rejects sequences whose time stamps go backwards."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand


class HawkesIntensity(nn.Module):
    """Exponential kernel with one decay per event type."""

    def __init__(self, num_types=3):
        super().__init__()
        self.base = nn.Parameter(torch.full((num_types,), -1.0))
        self.alpha = nn.Parameter(torch.full((num_types, num_types), 0.2))
        self.decay = nn.Parameter(torch.ones(num_types))

    def validate(self, times):
        gaps = times[1:] - times[:-1]
        if (gaps < 0).any():
            worst = gaps.min().item()
            raise ValueError(f"event times must be sorted, found a gap of {worst:.3f}")
        return gaps

    def excitation(self, times, types):
        dt = times[:, None] - times[None]
        past = (dt > 0).float()
        decay = F.softplus(self.decay)[types][None]
        kernel = torch.exp(-decay * dt.clamp(min=0)) * past
        return kernel @ self.alpha[types]

    def forward(self, times, types):
        gaps = self.validate(times)
        rate = F.softplus(self.base + self.excitation(times, types))
        event_rate = rate.gather(1, types[:, None]).squeeze(1)
        integral = (rate[:-1].sum(-1) * gaps).sum()
        return event_rate.log().sum() - integral


def make_model():
    return torch.compile(HawkesIntensity())


def cases():
    yield from build(make_model, lambda: (rand(5).cumsum(0), ints(0, 3, 5)), "base grad nan", tag="sorted-")
    yield from build(make_model, lambda: (torch.tensor([0.1, 0.5, 0.5, 2.0]), ints(0, 3, 4)), "base", tag="tied-")
    yield from build(make_model, lambda: (torch.tensor([0.1, 0.5, 0.25, 2.0]), ints(0, 3, 4)), "base", tag="backwards-")

EXPECT = {'topic': 'point process',
 'rewrites': ['R18', 'R19'],
 'breaks': {21: 3, 22: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
