"""Minimum word error rate training: the edit distance of a hypothesis is filled into a table, cell by cell."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def edit_distance(hyp, ref):
    """Levenshtein distance of two sequences of token ids."""
    n, m = len(hyp), len(ref)
    d = torch.zeros(n + 1, m + 1, dtype=torch.long)
    d[:, 0] = torch.arange(n + 1)
    d[0, :] = torch.arange(m + 1)
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost = 0 if hyp[i - 1] == ref[j - 1] else 1
            d[i, j] = torch.min(torch.min(d[i - 1, j] + 1, d[i, j - 1] + 1), d[i - 1, j - 1] + cost)
    return d[n, m]


class MWERLoss(nn.Module):
    def __init__(self, dim=4, vocab=5):
        super().__init__()
        self.out = nn.Linear(dim, vocab)

    def forward(self, enc, hyps, ref):
        """enc: (T, dim), hyps: (n_best, T), ref: (U,)"""
        logp = F.log_softmax(self.out(enc), dim=-1)
        scores = torch.stack([logp.gather(1, h[:, None]).sum() for h in hyps])
        errors = torch.stack([edit_distance(h, ref) for h in hyps]).float()
        weights = scores.softmax(dim=0)
        return (weights * (errors - errors.mean())).sum(), errors


def load():
    return torch.compile(MWERLoss())


def cases():
    yield from build(load, lambda: (randn(3, 4), ints(0, 5, 2, 3), ints(0, 5, 3)), "base grad nan")
    yield from build(load, lambda: (randn(3, 4), torch.tensor([[1, 2, 3], [2, 3, 1]]), torch.tensor([1, 2, 3])), "base", tag="match-")

EXPECT = {'topic': 'speech',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {18: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
