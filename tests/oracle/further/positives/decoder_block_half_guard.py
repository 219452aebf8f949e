"""A decoder block guards its residual stream after attention and after the MLP."""

import torch
from torch import nn

from fxkit import build, randn


def saturate(t: torch.Tensor, margin: float = 1000.0) -> torch.Tensor:
    if t.dtype == torch.float16 and not torch.isfinite(t).all():
        bound = torch.finfo(t.dtype).max - margin
        t = t.clamp(min=-bound, max=bound)
    return t


class Block(nn.Module):
    def __init__(self, gain=40.0):
        super().__init__()
        self.gain = gain

    def forward(self, stream, attn_out, mlp_out):
        stream = saturate(stream + self.gain * attn_out)
        stream = saturate(stream + self.gain * mlp_out, margin=500.0)
        return stream


def load():
    return torch.compile(Block().eval())


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(2, 4, seed=1), randn(2, 4, seed=2)), "base half half+grad inf+half")
    yield from build(load, lambda: (randn(2, 4), randn(2, 4, seed=1) * 3e3, randn(2, 4, seed=2)), "half half+grad nan+half nan+half+grad inf+half+grad", tag="over-")


EXPECT = {'topic': 'text',
 'rewrites': ['R16', 'R2'],
 'breaks': {10: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
