"""Masked patch modelling: only the visible patches go through the encoder and its dropout."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


class PatchEncoder(nn.Module):
    def __init__(self, dim=4, p=0.4):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.p = p

    def forward(self, tokens):
        return F.dropout(torch.tanh(self.fc(tokens)), self.p, self.training)


class VisiblePooling(nn.Module):
    """Mean embedding of what the encoder may see."""

    def __init__(self, dim=4):
        super().__init__()
        self.encoder = PatchEncoder(dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, patches, visible):
        tokens = self.norm(patches)
        encoded = self.encoder(tokens[visible])
        return encoded.mean(dim=0)


def load(training=True):
    return torch.compile(VisiblePooling().train(training))


def cases():
    yield from build(load, lambda: (randn(2, 6, 4), bools(2, 6)), "base grad true false")
    yield from build(lambda: load(False), lambda: (randn(2, 6, 4), bools(2, 6)), "base", tag="eval-")

EXPECT = {'topic': 'self-supervised',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'random stream'],
 'breaks': {30: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values', 'rng'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
