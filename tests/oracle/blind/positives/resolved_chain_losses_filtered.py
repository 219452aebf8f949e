"""Protein complexes: the distogram losses of chains that are not resolved are left out by a comprehension."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def distance_bins(coords, edges):
    dist = torch.cdist(coords, coords)
    return torch.bucketize(dist, edges)


class DistogramHead(nn.Module):
    def __init__(self, dim=4, bins=5):
        super().__init__()
        self.pair = nn.Linear(2 * dim, bins)
        self.register_buffer("edges", torch.linspace(0.5, 3.5, bins - 1))

    def logits(self, h):
        n = h.shape[0]
        pair = torch.cat([h[:, None].expand(n, n, -1), h[None, :].expand(n, n, -1)], dim=-1)
        return self.pair(pair)

    def forward(self, hidden, coords, resolved):
        losses = []
        for h, x in zip(hidden, coords):
            target = distance_bins(x, self.edges)
            losses.append(F.cross_entropy(self.logits(h).flatten(0, 1), target.flatten()))
        kept = [loss for loss, flag in zip(losses, resolved) if flag]
        if not kept:
            return hidden.sum() * 0.0
        return torch.stack(kept).mean()


def load():
    return torch.compile(DistogramHead())


def cases():
    yield from build(load, lambda: (randn(3, 4, 4), randn(3, 4, 3), torch.tensor([True, False, True])), "base grad true")
    yield from build(load, lambda: (randn(3, 4, 4), randn(3, 4, 3), torch.tensor([False, True, False])), "base false", tag="one-")

EXPECT = {'topic': 'protein',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {31: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero', 'finite', 'requires-grad'],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
