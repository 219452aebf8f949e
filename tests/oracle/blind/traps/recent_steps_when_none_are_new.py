"""World model: the loss is averaged over the steps that are new in the buffer; a slice from minus zero is everything."""

import torch
from torch import nn

from fxkit import build, randn


class Dynamics(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 6), nn.ELU(), nn.Linear(6, dim))

    def forward(self, state):
        return state + self.net(state)


class WorldModelLoss(nn.Module):
    def __init__(self, dim=3, old_weight=0.1):
        super().__init__()
        self.dynamics = Dynamics(dim)
        self.old_weight = old_weight

    def forward(self, states, next_states, num_new):
        error = (self.dynamics(states) - next_states).square().mean(dim=-1)
        n = num_new.item()
        recent = error[-n:]
        return recent.mean() + self.old_weight * error.mean()


def load():
    return torch.compile(WorldModelLoss())


def cases():
    yield from build(load, lambda: (randn(6, 3), randn(6, 3, seed=1), torch.tensor(2)), "base grad nan")
    yield from build(load, lambda: (randn(6, 3), randn(6, 3, seed=1), torch.tensor(0)), "base", tag="none-")
    yield from build(load, lambda: (randn(6, 3), randn(6, 3, seed=1), torch.tensor(9)), "base", tag="more-")

EXPECT = {'topic': 'rl',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {26: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
