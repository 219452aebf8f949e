"""The temperature of a step is reported, and the buffer is cooled in place before the step returns."""

import torch
from torch import nn

from fxkit import build, randn


class GumbelQuantizer(nn.Module):
    def __init__(self, codes=4, dim=3, decay=0.9):
        super().__init__()
        self.codebook = nn.Parameter(torch.linspace(-1, 1, codes * dim).view(codes, dim))
        self.register_buffer("temperature", torch.tensor(2.0))
        self.decay = decay

    def forward(self, logits):
        probs = (logits / self.temperature).softmax(dim=-1)
        stats = {"temperature": self.temperature.item(), "usage": (probs > 0.1).float().mean(0)}
        if self.training:
            self.temperature.mul_(self.decay)
        return probs @ self.codebook, stats


def load():
    return torch.compile(GumbelQuantizer())


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base grad zero")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R28'],
 'breaks': {18: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
