"""Sharpness aware minimisation: the loss at the perturbed weights is what is trained on."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class SAM(nn.Module):
    def __init__(self, dim=4, classes=3, rho=0.05):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(dim, 5), nn.ReLU(), nn.Linear(5, classes))
        self.rho = rho

    def perturbation(self, x, y):
        params = list(self.model.parameters())
        loss = F.cross_entropy(self.model(x), y)
        grads = torch.autograd.grad(loss, params)
        norm = torch.stack([g.norm() for g in grads]).norm().item()
        return loss.detach(), [self.rho / (norm + 1e-12) * g for g in grads]

    def forward(self, x, y):
        loss, eps = self.perturbation(x, y)
        names = [name for name, _ in self.model.named_parameters()]
        shifted = {n: p + e for n, p, e in zip(names, self.model.parameters(), eps)}
        return F.cross_entropy(torch.func.functional_call(self.model, shifted, (x,)), y), loss


def load():
    return torch.compile(SAM())


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 3, 5)), "base zero big")

EXPECT = {'topic': 'optimisers',
 'kind': 'training',
 'rewrites': [],
 'breaks': {19: 1, 20: 1},
 'gb': ['GB0124', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 4,
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
