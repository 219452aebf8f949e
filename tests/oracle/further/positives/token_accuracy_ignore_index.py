"""Correct predictions among the tokens that are not ignored."""

import torch
from torch import nn

from fxkit import build, ints, randn


class TokenAccuracy(nn.Module):
    ignore = -100

    def forward(self, logits, labels):
        preds = logits.detach().argmax(dim=-1)
        valid = labels != self.ignore
        hits = preds == labels
        correct = hits[valid].sum()
        seen = valid.sum().clamp(min=1)
        return {"correct": correct, "rate": correct / seen, "loss": logits.logsumexp(-1)}


def load():
    return torch.compile(TokenAccuracy())


def cases():
    labels = lambda k: torch.where(ints(0, 2, 2, 5) > k, ints(0, 4, 2, 5, seed=1), torch.tensor(-100))
    yield from build(load, lambda: (randn(2, 5, 4), labels(0)), "grad nan")
    yield from build(load, lambda: (randn(2, 5, 4), labels(9)), "base", tag="none-")


EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {16: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
