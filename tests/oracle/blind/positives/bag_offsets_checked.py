"""Click model: several hot features come as one list with offsets, which are checked before the bags are summed."""

import torch
import torch.nn as nn

from fxkit import build, randn


class SparseArch(nn.Module):
    def __init__(self, num_embeddings=10, dim=3):
        super().__init__()
        self.num_embeddings = num_embeddings
        self.bag = nn.EmbeddingBag(num_embeddings, dim, mode="sum")

    def check(self, indices, offsets):
        assert offsets[0].item() == 0, "offsets[0] has to be 0"
        sorted_ = (offsets[1:] >= offsets[:-1]).all()
        assert sorted_.item(), "offsets have to be sorted"

    def forward(self, indices, offsets):
        self.check(indices, offsets)
        return self.bag(indices, offsets)


class ClickModel(nn.Module):
    def __init__(self, dense=4, dim=3):
        super().__init__()
        self.sparse = SparseArch(dim=dim)
        self.bottom = nn.Linear(dense, dim)
        self.over = nn.Linear(dim + 1, 1)

    def forward(self, dense, indices, offsets):
        d = torch.relu(self.bottom(dense))
        s = self.sparse(indices, offsets)
        interaction = (d * s).sum(-1, keepdim=True)
        return torch.sigmoid(self.over(torch.cat([d + s, interaction], dim=-1))).squeeze(-1)


def load():
    return torch.compile(ClickModel())


def inputs(offsets):
    return lambda: (randn(3, 4), torch.tensor([1, 4, 9, 0, 2, 2]), torch.tensor(offsets))


def cases():
    yield from build(load, inputs([0, 2, 5]), "base grad")
    yield from build(load, inputs([0, 3, 3]), "base", tag="empty-bag-")
    yield from build(load, inputs([0, 4, 2]), "base", tag="unsorted-")
    yield from build(load, inputs([1, 2, 5]), "base", tag="late-")

EXPECT = {'topic': 'recommender',
 'kind': 'check',
 'rewrites': [],
 'breaks': {16: 3, 18: 1},
 'gb': ['GB0002', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
