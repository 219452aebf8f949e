"""Recycling of a folding trunk that stops once the CA distances have settled."""

import torch
import torch.nn as nn

from fxkit import build, randn


def ca_distances(x):
    d = x.unsqueeze(-2) - x.unsqueeze(-3)
    return (d.pow(2).sum(-1) + 1e-6).sqrt()


class Trunk(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.update = nn.Linear(dim, dim, bias=False)
        with torch.no_grad():
            self.update.weight.mul_(0.3)

    def forward(self, x, feats):
        return torch.tanh(self.update(x)) * 0.5 + feats


class Folder(nn.Module):
    def __init__(self, max_recycles=4, tol=0.1):
        super().__init__()
        self.trunk = Trunk()
        self.max_recycles = max_recycles
        self.tol = tol

    def recycle_diff(self, prev, new):
        return (ca_distances(prev) - ca_distances(new)).pow(2).mean().sqrt()

    @torch.no_grad()
    def forward(self, feats):
        x = torch.zeros_like(feats)
        used = 0
        for _ in range(self.max_recycles):
            new = self.trunk(x, feats)
            diff = self.recycle_diff(x, new)
            x = new
            used += 1
            if diff < self.tol:
                break
        return {"positions": x, "num_recycles": used}


def make_folder():
    return torch.compile(Folder())


def cases():
    yield from build(make_folder, lambda: (randn(5, 3) * 5,), "base nan")
    yield from build(make_folder, lambda: (randn(5, 3) * 0.3,), "base", tag="mid-")
    yield from build(make_folder, lambda: (randn(5, 3) * 0.01,), "base zero", tag="calm-")

EXPECT = {'topic': 'proteins',
 'rewrites': [],
 'breaks': {44: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor', 'finite-grad', 'grad-close', 'requires-grad', 'grad-none-zero']}
