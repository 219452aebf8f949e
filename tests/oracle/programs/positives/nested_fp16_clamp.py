"""The overflow clamp of a feed forward layer, as nested ifs."""

import torch
from torch import nn

from fxkit import build, randn


class FeedForward(nn.Module):
    def __init__(self):
        super().__init__()
        self.gain = 3.0

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        forwarded = hidden.relu() * self.gain
        hidden = hidden + forwarded
        if hidden.dtype is torch.float16:
            if torch.isinf(hidden).any():
                bound = torch.finfo(hidden.dtype).max - 1000
                hidden = hidden.clamp(min=-bound, max=bound)
        return hidden


def load():
    return torch.compile(FeedForward().eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base half inf+half nan+half big+half half+grad inf+half+grad grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16'],
 'breaks': {18: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
