"""Image and text towers compared under a learned temperature, which is capped at one hundred."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Tower(nn.Module):
    def __init__(self, n_in, embed_dim=4):
        super().__init__()
        self.ln = nn.LayerNorm(n_in)
        self.proj = nn.Linear(n_in, embed_dim, bias=False)

    def forward(self, x):
        return F.normalize(self.proj(self.ln(x)), dim=-1)


class FrozenTemperatureCLIP(nn.Module):
    """The temperature is trained by its own optimizer, so no gradient goes through it here."""

    def __init__(self, init=1 / 0.07, cap=100.0):
        super().__init__()
        self.visual = Tower(6)
        self.text = Tower(5)
        self.logit_scale = nn.Parameter(torch.tensor(math.log(init)))
        self.cap = cap

    def similarity(self, image, text):
        scale = min(self.logit_scale.exp().item(), self.cap)
        return scale * self.visual(image) @ self.text(text).t()

    def forward(self, image, text):
        logits = self.similarity(image, text)
        labels = torch.arange(logits.shape[0], device=logits.device)
        return 0.5 * (F.cross_entropy(logits, labels) + F.cross_entropy(logits.t(), labels))


def load(init=1 / 0.07):
    return torch.compile(FrozenTemperatureCLIP(init))


def cases():
    yield from build(load, lambda: (randn(4, 6), randn(4, 5)), "base grad nan")
    yield from build(lambda: load(500.0), lambda: (randn(4, 6), randn(4, 5)), "base", tag="hot-")

EXPECT = {'topic': 'vision',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {33: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
