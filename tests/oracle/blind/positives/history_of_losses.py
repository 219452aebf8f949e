"""Physics-informed network: each residual is kept in a history that is plotted after the training."""

import torch
from torch import nn

from fxkit import build, rand


class HeatResidual(nn.Module):
    def __init__(self, alpha=0.1):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
        self.alpha = alpha
        self.history = {"pde": [], "ic": [], "total": []}

    def forward(self, interior, initial, u0):
        u = self.net(interior)
        shifted = self.net(interior + torch.tensor([1e-2, 0.0]))
        diffused = self.net(interior + torch.tensor([0.0, 1e-2]))
        residual = (shifted - u) / 1e-2 - self.alpha * (diffused - u) / 1e-4
        loss_pde = residual.pow(2).mean()
        loss_ic = (self.net(initial).squeeze(-1) - u0).pow(2).mean()
        loss = loss_pde + 10.0 * loss_ic

        self.history["pde"].append(loss_pde.item())
        self.history["ic"].append(loss_ic.item())
        self.history["total"].append(loss.item())
        return loss


def load():
    return torch.compile(HeatResidual())


def cases():
    yield from build(load, lambda: (rand(6, 2), rand(3, 2), rand(3)), "base grad nan")

EXPECT = {'topic': 'physics',
 'kind': 'item',
 'rewrites': [],
 'breaks': {25: 3, 26: 6, 27: 6},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
