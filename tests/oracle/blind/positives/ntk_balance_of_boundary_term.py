"""Physics-informed network: the weight of the boundary term follows the ratio of two residual norms as a Python float."""

import torch
from torch import nn

from fxkit import build, randn


class HeatNet(nn.Module):
    def __init__(self, hidden=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, xt):
        return self.net(xt)


class BalancedLoss(nn.Module):
    def __init__(self, alpha=0.9, eps=1e-3):
        super().__init__()
        self.model = HeatNet()
        self.alpha = alpha
        self.eps = eps
        self.lambda_bc = 1.0

    def residual(self, xt):
        h = 0.05
        dx, dt = torch.tensor([h, 0.0]), torch.tensor([0.0, h])
        u = self.model(xt)
        u_xx = (self.model(xt + dx) - 2 * u + self.model(xt - dx)) / h**2
        u_t = (self.model(xt + dt) - self.model(xt - dt)) / (2 * h)
        return u_t - 0.1 * u_xx

    def update_weight(self, pde, bc):
        ratio = pde.detach().norm() / (bc.detach().norm() + self.eps)
        self.lambda_bc = self.alpha * self.lambda_bc + (1 - self.alpha) * float(ratio)

    def forward(self, interior, boundary, values):
        pde = self.residual(interior)
        bc = self.model(boundary) - values
        self.update_weight(pde, bc)
        return pde.square().mean() + self.lambda_bc * bc.square().mean()


def load():
    return torch.compile(BalancedLoss())


def cases():
    yield from build(load, lambda: (randn(5, 2), randn(3, 2), randn(3, 1)), "base grad zero")

EXPECT = {'topic': 'pinn',
 'kind': 'state',
 'rewrites': [],
 'breaks': {36: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor', 'close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
