"""Distance biases from a buffer; the scores are scaled down when they are large."""

import torch
from torch import nn

from fxkit import build, randn


class Biased(nn.Module):
    def __init__(self, length=3):
        super().__init__()
        self.register_buffer("bias", torch.arange(length) * 0.25)

    def forward(self, scores):
        top = scores.detach().amax()
        if top > 1.0:
            biased = scores * 0.5 - self.bias
        else:
            biased = scores - self.bias
        return torch.softmax(biased, dim=-1)


def load():
    return torch.compile(Biased())


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base small big nan inf zero f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1'],
 'breaks': {16: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
