"""Entropy of attention maps, over the entries that are not exactly zero."""

import torch
from torch import nn

from fxkit import build, randn


class CausalAttention(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.qk = nn.Linear(dim, 2 * dim)
        self.scale = dim**-0.5

    def forward(self, x):
        q, k = self.qk(x).chunk(2, dim=-1)
        scores = q @ k.transpose(-1, -2) * self.scale
        causal = torch.ones_like(scores, dtype=torch.bool).tril()
        return scores.masked_fill(~causal, float("-inf")).softmax(dim=-1)


class EntropyProbe(nn.Module):
    """Mean entropy per query, reported next to the attended values."""

    def __init__(self, dim=4):
        super().__init__()
        self.attn = CausalAttention(dim)

    def entropy(self, probs):
        terms = -probs * probs.log()
        return terms[probs > 0].sum() / (probs.shape[0] * probs.shape[1])

    def forward(self, x):
        probs = self.attn(x)
        return probs @ x, self.entropy(probs.detach())


def load():
    return torch.compile(EntropyProbe())


def cases():
    yield from build(load, lambda: (randn(2, 4, 4),), "base grad zero")

EXPECT = {'topic': 'interpretability',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'R30', 'NaN'],
 'breaks': {31: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
