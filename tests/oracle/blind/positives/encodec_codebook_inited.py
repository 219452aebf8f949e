"""Euclidean codebook of a neural codec: the first batch initialises the codes, later ones move them by EMA."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class EuclideanCodebook(nn.Module):
    def __init__(self, dim=4, codebook_size=5, decay=0.9, epsilon=1e-5):
        super().__init__()
        self.decay, self.epsilon, self.codebook_size = decay, epsilon, codebook_size
        self.register_buffer("inited", torch.tensor([False]))
        self.register_buffer("cluster_size", torch.zeros(codebook_size))
        self.register_buffer("embed", torch.zeros(codebook_size, dim))
        self.register_buffer("embed_avg", torch.zeros(codebook_size, dim))

    @torch.no_grad()
    def init_embed_(self, data):
        if self.inited:
            return
        embed = data[: self.codebook_size]
        self.embed.copy_(embed)
        self.embed_avg.copy_(embed)
        self.cluster_size.fill_(1.0)
        self.inited.fill_(True)

    def quantize(self, x):
        embed = self.embed.t()
        dist = -(x.pow(2).sum(1, keepdim=True) - 2 * x @ embed + embed.pow(2).sum(0, keepdim=True))
        return dist.max(dim=-1).indices

    def forward(self, x):
        shape = x.shape
        x = x.reshape(-1, shape[-1])
        self.init_embed_(x)
        ind = self.quantize(x)
        onehot = F.one_hot(ind, self.codebook_size).type_as(x)
        quantize = F.embedding(ind, self.embed.clone()).view(shape)
        if self.training:
            with torch.no_grad():
                self.cluster_size.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
                self.embed_avg.mul_(self.decay).add_(onehot.t() @ x, alpha=1 - self.decay)
                n = self.cluster_size.sum()
                size = (self.cluster_size + self.epsilon) / (n + self.codebook_size * self.epsilon) * n
                self.embed.copy_(self.embed_avg / size.unsqueeze(1))
        return quantize, ind.view(shape[:-1])


def fresh():
    return torch.compile(EuclideanCodebook())


def loaded():
    model = EuclideanCodebook()
    model.inited.fill_(True)
    model.embed.copy_(randn(5, 4, seed=2))
    model.embed_avg.copy_(model.embed)
    model.cluster_size.fill_(2.0)
    return torch.compile(model.eval())


def cases():
    yield from build(fresh, lambda: (randn(2, 4, 4),), "base nograd big")
    yield from build(loaded, lambda: (randn(2, 4, 4),), "base", tag="loaded-")


EXPECT = {'topic': 'vq',
 'rewrites': [],
 'breaks': {21: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad']}
