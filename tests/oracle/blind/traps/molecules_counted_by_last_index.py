"""Atomwise energies are summed to molecules; how many there are is read off the last molecule index."""

import torch
from torch import nn

from fxkit import build, randn


class Atomwise(nn.Module):
    def __init__(self, n_in=4, n_hidden=5, aggregation_mode="sum"):
        super().__init__()
        self.outnet = nn.Sequential(nn.Linear(n_in, n_hidden), nn.SiLU(), nn.Linear(n_hidden, 1))
        self.aggregation_mode = aggregation_mode

    def forward(self, inputs):
        # predict atomwise contributions
        y = self.outnet(inputs["scalar_representation"]).squeeze(-1)
        # aggregate
        idx_m = inputs["_idx_m"]
        maxm = int(idx_m[-1]) + 1
        tmp = torch.zeros(maxm, dtype=y.dtype, device=y.device)
        energy = tmp.index_add(0, idx_m, y)
        if self.aggregation_mode == "avg":
            energy = energy / inputs["_n_atoms"][:maxm]
        return energy


class EnergyModel(nn.Module):
    def __init__(self, mode="sum"):
        super().__init__()
        self.embed = nn.Embedding(6, 4, padding_idx=0)
        self.readout = Atomwise(aggregation_mode=mode)

    def forward(self, numbers, geometry, idx_m, n_atoms):
        features = self.embed(numbers) + 0.1 * geometry
        inputs = {"scalar_representation": features, "_idx_m": idx_m, "_n_atoms": n_atoms}
        energy = self.readout(inputs)
        return energy, energy.mean()


def load(mode="sum"):
    return torch.compile(EnergyModel(mode))


def cases():
    def batch(*n_atoms):
        n = torch.tensor(n_atoms)
        idx = torch.repeat_interleave(torch.arange(len(n)), n)
        return torch.arange(len(idx)) % 5 + 1, randn(len(idx), 4), idx, n

    yield from build(load, lambda: batch(3, 2, 4), "base grad")
    yield from build(lambda: load("avg"), lambda: batch(2, 1), "base", tag="avg-")
    yield from build(load, lambda: batch(3, 2, 0), "base", tag="ghost-")

EXPECT = {'topic': 'chemistry',
 'kind': 'dynamic size',
 'verdict': 'decline',
 'obligations': ['size of the result'],
 'breaks': {20: 3},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
