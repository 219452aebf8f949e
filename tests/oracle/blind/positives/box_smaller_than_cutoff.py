"""Minimum image convention: the box has to be twice as long as the cutoff in each direction."""

import torch
import torch.nn as nn

from fxkit import build, rand


class PairPotential(nn.Module):
    def __init__(self, cutoff=1.5):
        super().__init__()
        self.cutoff = cutoff
        self.log_eps = nn.Parameter(torch.zeros(()))

    def displacements(self, pos, box):
        if torch.any(box < 2 * self.cutoff):
            raise ValueError(f"the box must be at least {2 * self.cutoff} long in each direction")
        delta = pos[:, None] - pos[None]
        return delta - box * torch.round(delta / box)

    def forward(self, pos, box):
        delta = self.displacements(pos, box)
        r2 = (delta**2).sum(-1) + torch.eye(pos.shape[0])
        inside = (r2 < self.cutoff**2) & ~torch.eye(pos.shape[0], dtype=torch.bool)
        pair = self.log_eps.exp() * ((0.3 / r2) ** 6 - (0.3 / r2) ** 3)
        return 0.5 * torch.where(inside, pair, torch.zeros_like(pair)).sum()


def load():
    return torch.compile(PairPotential())


def cases():
    yield from build(load, lambda: (3 * rand(4, 3), torch.tensor([3.0, 4.0, 3.5])), "base grad nan")
    yield from build(load, lambda: (3 * rand(4, 3), torch.tensor([3.0, 2.0, 3.5])), "base", tag="short-")

EXPECT = {'topic': 'molecules',
 'kind': 'check',
 'rewrites': [],
 'breaks': {16: 2, 17: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
