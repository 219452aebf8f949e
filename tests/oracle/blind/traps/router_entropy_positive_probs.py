"""Entropy bonus of a sparse router; closed experts have probability zero."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class Router(nn.Module):
    def __init__(self, dim=4, experts=5, top_k=2, coef=0.01):
        super().__init__()
        self.gate = nn.Linear(dim, experts)
        self.top_k = top_k
        self.coef = coef

    def entropy(self, probs):
        p = probs[probs > 0]
        return -(p * p.log()).sum() / probs.size(0)

    def forward(self, x):
        logits = self.gate(x)
        kth = logits.topk(self.top_k, dim=-1).values[:, -1:]
        logits = logits.masked_fill(logits < kth, float("-inf"))
        probs = F.softmax(logits, dim=-1)
        return probs, -self.coef * self.entropy(probs)


def load():
    return torch.compile(Router())


def load_dense():
    return torch.compile(Router(top_k=5))


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad")
    yield from build(load_dense, lambda: (randn(3, 4),), "base grad", tag="dense-")


EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'R30'],
 'breaks': {-1: 1, 18: 4},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
