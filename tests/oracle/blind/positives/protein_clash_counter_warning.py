"""Steric clash penalty of a structure module, with the run-time report used when sampling designs."""

import logging

import torch
from torch import nn

from fxkit import build, randn

LOG = logging.getLogger(__name__)


def pair_mask(n, residue_index):
    sep = (residue_index[:, None] - residue_index[None, :]).abs()
    return torch.triu(torch.ones(n, n, dtype=torch.bool), 1) & (sep > 1)


class ClashPenalty(nn.Module):
    max_reported = 3

    def __init__(self, radius=1.0, tolerance=0.2):
        super().__init__()
        self.radius = nn.Parameter(torch.tensor(radius))
        self.tolerance = tolerance
        self.total_clashes = 0

    def _warn(self, count, worst):
        LOG.warning("found %d clashes (worst overlap %.3f)", count, worst)

    def forward(self, coords, residue_index):
        dist = torch.cdist(coords, coords)
        overlap = 2 * self.radius - self.tolerance - dist
        mask = pair_mask(coords.shape[0], residue_index)
        clashing = mask & (overlap > 0)
        count = clashing.sum().item()
        self.total_clashes += count
        if count > 0:
            self._warn(count, overlap.detach().masked_fill(~mask, -1e9).max().item())
        return (torch.relu(overlap) ** 2 * mask).sum() / max(count, 1)


def cases():
    make = lambda: torch.compile(ClashPenalty())
    idx = torch.arange(5)
    yield from build(make, lambda: (randn(5, 3) * 0.7, idx.clone()), "base", tag="packed-")
    yield from build(make, lambda: (randn(5, 3) * 40, idx.clone()), "base", tag="open-")
    yield from build(make, lambda: (randn(5, 3) * 0.7, torch.zeros(5, dtype=torch.long)), "base", tag="same-residue-")


EXPECT = {'topic': 'structural biology',
 'rewrites': [],
 'breaks': {28: 1, 35: 1, 38: 1},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
