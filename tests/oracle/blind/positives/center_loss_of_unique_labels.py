"""Intra-class variance penalty over the identities present in a face recognition batch."""

import torch
from torch import nn

from fxkit import build, randn


class VariancePenalty(nn.Module):
    """Mean squared distance to the class mean, averaged over the classes of the batch."""

    def __init__(self, num_classes=6, margin=0.1):
        super().__init__()
        self.num_classes = num_classes
        self.margin = margin
        self.proj = nn.Linear(4, 3)

    def spread(self, feats):
        centre = feats.mean(0, keepdim=True)
        return ((feats - centre) ** 2).sum(-1).mean()

    def forward(self, feats, labels):
        emb = self.proj(feats)
        emb = emb / emb.norm(dim=-1, keepdim=True).clamp(min=1e-6)
        total = emb.new_zeros(())
        present = torch.unique(labels)
        for c in present:
            total = total + torch.relu(self.spread(emb[labels == c]) - self.margin)
        return total / len(present), emb


def cases():
    make = lambda: torch.compile(VariancePenalty())
    yield from build(make, lambda: (randn(6, 4), torch.tensor([0, 1, 0, 1, 2, 2])), "base grad", tag="pairs-")
    yield from build(make, lambda: (randn(6, 4), torch.tensor([5, 5, 5, 5, 5, 5])), "base", tag="one-")
    yield from build(make, lambda: (randn(6, 4), torch.tensor([0, 1, 2, 3, 4, 5])), "base", tag="singletons-")
    yield from build(make, lambda: (randn(3, 4), torch.tensor([4, 0, 4])), "base", tag="short-")

EXPECT = {'topic': 'face recognition',
 'rewrites': ['R34', 'R30'],
 'breaks': {26: 3, 28: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
