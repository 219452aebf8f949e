"""A contrastive loss gives a zero that still has a history when no pair of the batch is valid."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class PairLoss(nn.Module):
    def __init__(self, dim=4, temperature=0.1):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.temperature = temperature

    def similarity(self, query, passage):
        q = F.normalize(self.proj(query), dim=-1)
        p = F.normalize(self.proj(passage), dim=-1)
        return (q * p).sum(-1) / self.temperature

    def forward(self, query, passage, label):
        logits = self.similarity(query, passage)
        keep = label >= 0
        if keep.sum() == 0:
            return logits.sum() * 0.0
        loss = F.binary_cross_entropy_with_logits(logits, label.clamp(min=0).float(), reduction="none")
        return loss[keep].mean()


def load():
    return torch.compile(PairLoss())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 4, seed=2), torch.tensor([1, -1, 0, 1, -1])), "base grad big")
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=2), torch.tensor([-1, -1, -1])), "base grad", tag="none-")

EXPECT = {'topic': 'retrieval',
 'rewrites': ['R6', 'R30'],
 'breaks': {24: 4, 27: 1},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
