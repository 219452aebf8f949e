"""One arm updates a running range in place."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Observer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("peak", torch.tensor(0.5))

    @torch.compile
    def forward(self, x):
        top = x.detach().abs().amax()
        if top > self.peak:
            self.peak.copy_(top)
        return x / self.peak


def cases():
    yield from build(Observer, lambda: (randn(5),), "base small zero big nan inf half f64 grad small+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R12'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
