"""KIVI style KV cache quantisation: per-group asymmetric 4 bit, constant groups keep scale one."""

import torch
from torch import nn

from fxkit import build, randn


def quantise_group(x, bits=4):
    lo = x.amin(-1, keepdim=True)
    hi = x.amax(-1, keepdim=True)
    scale = (hi - lo) / (2**bits - 1)
    if torch.any(scale == 0):
        scale = torch.where(scale == 0, torch.ones_like(scale), scale)
    q = torch.round((x - lo) / scale).to(torch.uint8)
    return q, scale, lo


def dequantise(q, scale, lo):
    return q.float() * scale + lo


class QuantisedKV(nn.Module):
    """Recent `residual` tokens stay in full precision."""

    def __init__(self, dim=8, group=4, residual=2, debug=True):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.group, self.residual, self.debug = group, residual, debug
        self.worst = 0.0

    @torch.no_grad()
    def forward(self, q, k):
        k = self.proj(k)
        old, recent = k[: -self.residual], k[-self.residual:]
        shape = old.shape
        packed = quantise_group(old.reshape(-1, self.group))
        restored = dequantise(*packed).reshape(shape)
        if self.debug:
            err = (restored - old).abs().max().item()
            self.worst = max(self.worst, err)
        keys = torch.cat([restored, recent])
        return torch.softmax(q @ keys.t() / keys.shape[-1] ** 0.5, -1)


def cases():
    make = lambda **kw: lambda: torch.compile(QuantisedKV(**kw))
    yield from build(make(), lambda: (randn(2, 8), randn(5, 8)), "base", tag="usual-")
    yield from build(make(debug=False), lambda: (randn(2, 8), randn(5, 8)), "base", tag="quiet-")

    def constant():
        m = QuantisedKV()
        nn.init.zeros_(m.proj.weight)
        nn.init.constant_(m.proj.bias, 0.5)
        return torch.compile(m)

    yield from build(constant, lambda: (randn(2, 8), randn(5, 8)), "base", tag="constant-")


EXPECT = {'topic': 'LLM inference',
 'rewrites': [],
 'breaks': {13: 1, 40: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
