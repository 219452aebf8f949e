"""A half precision residual stream is limited when it is not finite."""

import torch
from torch import nn

from fxkit import build, randn


class Block(nn.Module):
    def __init__(self, gain):
        super().__init__()
        self.gain = gain

    def forward(self, x, attn):
        x = x + attn * self.gain
        if x.dtype in (torch.float16, torch.bfloat16) and not torch.isfinite(x).all():
            info = torch.finfo(x.dtype)
            x = x.clamp(info.min / 2, info.max / 2)
        return x


def load():
    return torch.compile(Block(4.0))


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 3, seed=9)), "base half bf16 nan inf inf+half ninf+half nan+half huge+half inf+bf16 nan+bf16 empty+half grad half+grad inf+half+grad ninf+half+grad nan+half+grad inf+grad nan+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
