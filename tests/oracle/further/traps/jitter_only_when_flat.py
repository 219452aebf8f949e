"""Logits get a random jitter when they are flat; the generator must not advance otherwise."""

import torch
from torch import nn

from fxkit import build, randn


class Sampler(nn.Module):
    def __init__(self, scale=0.1):
        super().__init__()
        self.scale = scale

    def jitter(self, logits):
        return logits + self.scale * torch.rand_like(logits)

    @torch.no_grad()
    def forward(self, logits):
        flat = logits.std() < 0.2
        logits = self.jitter(logits) if flat else logits - logits.mean()
        return logits.softmax(-1)


def load():
    return torch.compile(Sampler())


def cases():
    yield from build(load, lambda: (randn(2, 5),), "base zero small")


EXPECT = {'topic': 'text',
 'verdict': 'decline',
 'obligations': ['O5'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
