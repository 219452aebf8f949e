"""any() over the heads of one layer."""

import torch
from torch import nn

from fxkit import build, randn


class HeadMixer(nn.Module):
    def forward(self, heads):
        out = heads.sum(dim=0)
        if any(h.abs().sum() < 1e-3 for h in heads.unbind(0)):
            out = out * 2.0
        else:
            out = out - 1.0
        return out


def load():
    return torch.compile(HeadMixer().eval())


def cases():
    yield from build(load, lambda: (randn(3, 2, 2),), "base zero small nan half grad zero+grad inf+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R44', 'R1'],
 'breaks': {12: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
