"""Differentiable hydrology: degree-day snow store and a linear reservoir with spill, day by day."""

import torch
from torch import nn

from fxkit import build, rand, randn


class SnowBucket(nn.Module):
    def __init__(self, capacity=3.0):
        super().__init__()
        self.ddf = nn.Parameter(torch.tensor(0.6))
        self.k = nn.Parameter(torch.tensor(0.3))
        self.capacity = capacity
        self.dry_days = 0

    def snow(self, pack, precip, temp):
        """Returns the new pack and the liquid water of the day."""
        if temp <= 0:
            return pack + precip, torch.zeros_like(precip)
        melt = torch.minimum(pack, self.ddf * temp)
        return pack - melt, precip + melt

    def forward(self, precip, temp):
        assert not torch.isnan(precip).any(), "precipitation has gaps"
        pack = precip.new_zeros(())
        store = precip.new_zeros(())
        flow = []
        for day in range(len(precip)):
            pack, water = self.snow(pack, precip[day], temp[day])
            store = store + water
            spill = torch.zeros_like(store)
            if store > self.capacity:
                spill = store - self.capacity
                store = torch.full_like(store, self.capacity)
            out = self.k * store
            store = store - out
            flow.append(out + spill)
        flow = torch.stack(flow)
        self.dry_days += (flow < 1e-3).sum()
        return flow, pack


def weather(wet, warm, n=5):
    return lambda: (rand(n) * wet, randn(n) * 3 + warm)


def cases():
    make = lambda: torch.compile(SnowBucket())
    yield from build(make, weather(4.0, 0.0), "base", tag="spring-")
    yield from build(make, weather(9.0, 9.0), "base grad", tag="flood-")
    yield from build(make, weather(2.0, -20.0), "base", tag="winter-")
    yield from build(make, weather(0.0, 5.0), "base", tag="dry-")


EXPECT = {'topic': 'hydrology',
 'rewrites': [],
 'breaks': {19: 3, 25: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 11,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'compiled-exception-type']}
