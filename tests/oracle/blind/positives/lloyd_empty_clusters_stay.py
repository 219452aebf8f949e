"""Weight sharing by k-means: a few Lloyd steps on the weights of a layer; an empty cluster keeps its centre."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def lloyd(values, centres, iters):
    for _ in range(iters):
        assign = (values.unsqueeze(1) - centres.unsqueeze(0)).abs().argmin(dim=1)
        updated = centres.clone()
        for k in range(len(centres)):
            members = values[assign == k]
            if len(members) > 0:
                updated[k] = members.mean()
        centres = updated
    assign = (values.unsqueeze(1) - centres.unsqueeze(0)).abs().argmin(dim=1)
    return centres, assign


class PalettizedLinear(nn.Module):
    def __init__(self, in_features=5, out_features=4, bits=2, iters=2):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(out_features, in_features))
        self.bias = nn.Parameter(torch.zeros(out_features))
        self.bits = bits
        self.iters = iters

    def palettize(self):
        flat = self.weight.detach().flatten()
        centres = torch.linspace(-4.0, 4.0, 2**self.bits)
        centres, assign = lloyd(flat, centres, self.iters)
        shared = centres[assign].view_as(self.weight)
        return self.weight + (shared - self.weight).detach(), centres

    def forward(self, x):
        weight, centres = self.palettize()
        return F.linear(x, weight, self.bias), centres


def load():
    return torch.compile(PalettizedLinear())


def load_narrow():
    layer = PalettizedLinear(iters=1)
    with torch.no_grad():
        layer.weight.mul_(0.2)
    return torch.compile(layer)


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base grad")
    yield from build(load_narrow, lambda: (randn(3, 5),), "base", tag="narrow-")

EXPECT = {'topic': 'quantisation',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {15: 3},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
