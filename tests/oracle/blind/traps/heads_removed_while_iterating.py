"""Head pruning: weak heads are removed from the list that is being walked, which skips their neighbours."""

import torch
from torch import nn

from fxkit import build, randn


def heads_to_keep(importance, threshold):
    heads = list(range(importance.shape[0]))
    for head in heads:
        if importance[head] < threshold:
            heads.remove(head)
    return heads


class PrunedAttention(nn.Module):
    def __init__(self, dim=8, heads=4, threshold=0.5):
        super().__init__()
        self.heads, self.threshold = heads, threshold
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x, importance):
        B, T, C = x.shape
        q, k, v = self.qkv(x).view(B, T, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        context = torch.softmax(q @ k.transpose(-1, -2) / q.shape[-1] ** 0.5, dim=-1) @ v
        gate = torch.zeros(self.heads)
        gate[heads_to_keep(importance, self.threshold)] = 1.0
        context = context * gate.view(1, -1, 1, 1)
        return self.out(context.transpose(1, 2).reshape(B, T, C))


def load(threshold=0.5):
    return torch.compile(PrunedAttention(threshold=threshold))


def cases():
    def batch(*importance):
        return randn(2, 3, 8), torch.tensor(importance)

    yield from build(load, lambda: batch(0.9, 0.1, 0.8, 0.7), "base grad")
    yield from build(load, lambda: batch(0.1, 0.9, 0.2, 0.9), "base", tag="apart-")
    yield from build(load, lambda: batch(0.9, 0.1, 0.2, 0.9), "base", tag="neighbours-")
    yield from build(load, lambda: batch(0.1, 0.2, 0.3, 0.4), "base", tag="weak-")

EXPECT = {'topic': 'pruning',
 'kind': 'loops',
 'verdict': 'any correct rewrite',
 'obligations': ['list changes under its iterator'],
 'breaks': {12: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
