"""Attribute masking: masked atoms get the mask token, and their old types have to be told from the neighbours."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, ints, rand


class MaskedAtoms(nn.Module):
    def __init__(self, types=4, dim=5):
        super().__init__()
        self.embed = nn.Embedding(types, dim)
        self.token = nn.Parameter(torch.zeros(dim))
        self.update = nn.Linear(2 * dim, dim)
        self.out = nn.Linear(dim, types)

    def encode(self, h, adj):
        return torch.tanh(self.update(torch.cat([h, adj @ h], -1)))

    def forward(self, atom_types, adj, masked):
        index = torch.nonzero(masked).squeeze(1)
        h = self.embed(atom_types)
        if index.numel() == 0:
            return h.new_zeros(())
        h = h.index_copy(0, index, self.token.expand(index.numel(), -1))
        logits = self.out(self.encode(h, adj))
        return F.cross_entropy(logits[index], atom_types[index])


def load():
    return torch.compile(MaskedAtoms())


def cases():
    yield from build(load, lambda: (ints(0, 4, 6), rand(6, 6), bools(6, seed=1)), "base true")
    yield from build(load, lambda: (ints(0, 4, 6), rand(6, 6), torch.zeros(6, dtype=torch.bool)), "base", tag="none-")

EXPECT = {'topic': 'chemistry, GNN pretraining',
 'kind': 'nonzero, index write',
 'rewrites': [],
 'breaks': {22: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
