"""Hyperbolic embeddings: numerical warnings are silenced around the distance, as in many notebooks."""

import warnings

import torch
from torch import nn

from fxkit import build


def poincare_distance(u, v, eps=1e-5):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", category=RuntimeWarning)
        uu = (1 - u.square().sum(dim=-1)).clamp(min=eps)
        vv = (1 - v.square().sum(dim=-1)).clamp(min=eps)
        gap = (u - v).square().sum(dim=-1)
        return torch.acosh((1 + 2 * gap / (uu * vv)).clamp(min=1 + eps))


class PoincareEmbedding(nn.Module):
    def __init__(self, size=8, dim=3):
        super().__init__()
        self.emb = nn.Embedding(size, dim)

    def forward(self, head, tails):
        """head: (B,), tails: (B, 1 + negatives), the first one is true"""
        u = 0.3 * torch.tanh(self.emb(head))[:, None]
        v = 0.3 * torch.tanh(self.emb(tails))
        logits = -poincare_distance(u, v)
        return nn.functional.cross_entropy(logits, torch.zeros(head.shape[0], dtype=torch.long)), logits


def load():
    return torch.compile(PoincareEmbedding())


def cases():
    yield from build(load, lambda: (torch.tensor([0, 3, 5]), torch.tensor([[1, 2, 4], [3, 6, 7], [0, 1, 2]])), "base")
    yield from build(load, lambda: (torch.tensor([7]), torch.tensor([[7, 7]])), "base", tag="same-")

EXPECT = {'topic': 'geometry',
 'kind': 'host',
 'rewrites': [],
 'breaks': {13: 3},
 'gb': ['GB0007', 'GB0092'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
