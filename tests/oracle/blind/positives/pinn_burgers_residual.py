"""Physics informed network for the Burgers equation: the residual needs derivatives with respect to the inputs."""

import math

import torch
import torch.nn as nn
from torch.autograd import grad

from fxkit import build, rand


class PINN(nn.Module):
    def __init__(self, layers=(2, 6, 6, 1), nu=0.01 / math.pi):
        super().__init__()
        self.linears = nn.ModuleList(nn.Linear(a, b) for a, b in zip(layers[:-1], layers[1:]))
        self.nu = nu

    def u(self, x, t):
        h = torch.cat([x, t], dim=1)
        for lin in self.linears[:-1]:
            h = torch.tanh(lin(h))
        return self.linears[-1](h)

    def residual(self, x, t):
        x.requires_grad_(True)
        t.requires_grad_(True)
        u = self.u(x, t)
        u_t = grad(u, t, torch.ones_like(u), create_graph=True)[0]
        u_x = grad(u, x, torch.ones_like(u), create_graph=True)[0]
        u_xx = grad(u_x, x, torch.ones_like(u_x), create_graph=True)[0]
        return u_t + u * u_x - self.nu * u_xx

    def forward(self, xt):
        x, t = xt[:, :1].clone().detach(), xt[:, 1:].clone().detach()
        f = self.residual(x, t)
        return (f**2).mean()


def load():
    return torch.compile(PINN())


def cases():
    yield from build(load, lambda: (rand(5, 2),), "base zero big")

EXPECT = {'topic': 'physics',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {25: 1, 26: 1, 28: 2, 29: 1, 30: 1},
 'gb': ['GB0125', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
