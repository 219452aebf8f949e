"""Root mean square and largest summed error of the forces on the atoms that may move."""

import torch
from torch import nn

from fxkit import bools, build, randn


class ForceErrors(nn.Module):
    def __init__(self, eps=1e-8):
        super().__init__()
        self.eps = eps
        self.register_buffer("units", torch.tensor(23.0609))

    def residual(self, pred, ref):
        return (pred - ref) * self.units

    def forward(self, pred, ref, fixed):
        free = fixed == 0
        residual = self.residual(pred, ref)
        squared = residual.pow(2).sum(dim=-1)
        rmse = (squared[free].mean() + self.eps).sqrt()
        mae = residual.abs().mean(dim=-1)[free].mean()
        return {"rmse": rmse, "mae": mae, "residual": residual}


def load():
    return torch.compile(ForceErrors())


def cases():
    yield from build(load, lambda: (randn(6, 3), randn(6, 3, seed=5), bools(6).long()), "base grad big zero")
    yield from build(load, lambda: (randn(6, 3), randn(6, 3, seed=5), torch.ones(6, dtype=torch.long)), "base", tag="frozen-")

EXPECT = {'topic': 'molecules',
 'rewrites': ['R30'],
 'breaks': {22: 2, 23: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
