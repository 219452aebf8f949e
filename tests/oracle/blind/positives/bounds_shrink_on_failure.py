"""Trust region search over box bounds: after a failure the bounds of the worst coordinates are drawn in."""

import torch
import torch.nn as nn

from fxkit import build, randn


class TrustRegion(nn.Module):
    def __init__(self, dim=4, shrink=0.5):
        super().__init__()
        self.surrogate = nn.Linear(dim, 1)
        self.shrink = shrink

    @torch.no_grad()
    def forward(self, x, bounds, best):
        value = self.surrogate(x).squeeze()
        wide = (bounds[1] - bounds[0]) > 1.0
        if value > best:
            bounds = bounds.clone()
            bounds[0, wide] = x[wide] - self.shrink
            bounds[1, wide] = x[wide] + self.shrink
        return torch.minimum(value, best), torch.minimum(torch.maximum(x, bounds[0]), bounds[1])


def load():
    return torch.compile(TrustRegion())


def cases():
    make = lambda: (randn(4), torch.tensor([[-1.0, -2.0, -0.1, -1.0], [1.0, 2.0, 0.1, 3.0]]), torch.tensor(0.0))
    yield from build(load, make, "base nan")
    other = lambda: (-randn(4), torch.tensor([[-1.0, -2.0, -0.1, -1.0], [1.0, 2.0, 0.1, 3.0]]), torch.tensor(-9.0))
    yield from build(load, other, "base", tag="failed-")

EXPECT = {'topic': 'optimisation',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {19: 1, 21: 1, 22: 1},
 'gb': ['GB0036', 'GB0170'],
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
