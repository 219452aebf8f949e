"""Log energies of padded frames are minus infinity; the mean is taken over the voiced frames alone."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


class EnergyHead(nn.Module):
    def __init__(self, bins=4):
        super().__init__()
        self.proj = nn.Linear(bins, 1)

    def forward(self, feats, energy, voiced):
        predicted = self.proj(feats).squeeze(-1)
        error = (predicted - energy.log()).abs()
        loss = error[voiced].mean()
        return loss


def load():
    return torch.compile(EnergyHead())


def energies():
    energy = randn(2, 4).abs() + 0.1
    voiced = bools(2, 4)
    voiced[0, 0] = True
    return randn(2, 4, 4), energy * voiced, voiced


def cases():
    yield from build(load, energies, "base grad")

EXPECT = {'topic': 'speech',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['R-NaN outside of the mask'],
 'breaks': {17: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
