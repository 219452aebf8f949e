"""A filter remembers its previous state by a shallow copy, which shares the tensors that are updated in place."""

import copy

import torch
from torch import nn

from fxkit import build, randn


class FilterState:
    def __init__(self, dim):
        self.mean = torch.zeros(dim)
        self.spread = torch.ones(dim)
        self.updates = 0


class ContactFilter(nn.Module):
    def __init__(self, dim=3, gate=2.0, rate=0.3):
        super().__init__()
        self.state = FilterState(dim)
        self.previous = None
        self.gate, self.rate = gate, rate

    @torch.no_grad()
    def forward(self, wrench):
        state = self.state
        self.previous = copy.copy(state)
        surprise = ((wrench - state.mean) / state.spread).abs().amax()
        if surprise > self.gate:
            state.mean = wrench.clone()
            state.spread.fill_(1.0)
        else:
            state.mean.lerp_(wrench, self.rate)
            state.spread.mul_(1 - self.rate).add_(self.rate * (wrench - state.mean).abs())
        state.updates += 1
        drift = state.mean - self.previous.mean
        return state.mean.clone(), drift


def load(gate=2.0):
    return torch.compile(ContactFilter(gate=gate))


def cases():
    yield from build(load, lambda: (0.3 * randn(3),), "base")
    yield from build(load, lambda: (20.0 * randn(3),), "base", tag="jump-")
    yield from build(lambda: load(1e6), lambda: (5.0 * randn(3),), "base", tag="loose-")

EXPECT = {'topic': 'robotics',
 'kind': 'deepcopy',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing'],
 'breaks': {30: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
