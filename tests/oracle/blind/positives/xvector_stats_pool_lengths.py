"""Statistics pooling of a speaker encoder over the valid frames (relative lengths)."""

import torch
from torch import nn

from fxkit import build, randn


class StatisticsPooling(nn.Module):
    def __init__(self, eps=1e-5):
        super().__init__()
        self.eps = eps

    def forward(self, x, lengths=None):
        if lengths is None:
            mean = x.mean(dim=1)
            std = x.std(dim=1)
        else:
            mean, std = [], []
            for snt_id in range(x.shape[0]):
                # Avoiding padded time steps
                actual_size = int(torch.round(lengths[snt_id] * x.shape[1]))
                mean.append(torch.mean(x[snt_id, 0:actual_size, ...], dim=0))
                std.append(torch.std(x[snt_id, 0:actual_size, ...], dim=0))
            mean = torch.stack(mean)
            std = torch.stack(std)
        std = std + self.eps
        return torch.cat((mean, std), dim=1).unsqueeze(1)


class XVector(nn.Module):
    def __init__(self, feats=5, dim=6, emb=4):
        super().__init__()
        self.frame = nn.Linear(feats, dim)
        self.pool = StatisticsPooling()
        self.emb = nn.Linear(2 * dim, emb)

    def forward(self, x, lens=None):
        return self.emb(self.pool(torch.relu(self.frame(x)), lens))


def load():
    return torch.compile(XVector())


def cases():
    yield from build(load, lambda: (randn(3, 10, 5), torch.tensor([1.0, 0.7, 0.3])), "base grad")
    yield from build(load, lambda: (randn(2, 8, 5), torch.tensor([1.0, 1.0])), "base", tag="full-")
    yield from build(load, lambda: (randn(2, 8, 5),), "base grad", tag="nolens-")


EXPECT = {'topic': 'speaker',
 'rewrites': [],
 'breaks': {22: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite', 'finite-grad', 'grad-close']}
