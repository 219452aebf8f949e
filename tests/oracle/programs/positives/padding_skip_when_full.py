"""Masking is skipped when the batch holds no padding."""

import torch
from torch import nn

from fxkit import bools, build, randn


class KeyPadding(nn.Module):
    def __init__(self, scale=0.5, fill=-1e4):
        super().__init__()
        self.scale = scale
        self.fill = fill

    def forward(self, scores, key_padding_mask):
        scores = torch.softmax(scores * self.scale + 1.0, dim=-1)
        padding = key_padding_mask.bool()[:, None, :].expand(scores.shape)
        if torch.count_nonzero(padding) > 0:
            scores = scores.masked_fill(padding, self.fill)
        return scores - 0.5


def load():
    return torch.compile(KeyPadding().eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), bools(2, 4)), "base true false nan inf half f64 grad false+grad nan+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R15', 'R33'],
 'breaks': {18: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
