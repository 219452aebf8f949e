"""QK-clip of a packed projection: exploding keys and queries are scaled where they lie, the fused kernel reads the pack."""

import math

import torch
from torch import nn

from fxkit import build, randn


class FusedAttention(nn.Module):
    """Stands for a kernel that takes the packed (3, heads, tokens, dim) tensor."""

    def forward(self, qkv):
        q, k, v = qkv.unbind(0)
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
        return scores.softmax(-1) @ v, scores.amax()


class PackedSelfAttention(nn.Module):
    def __init__(self, dim=8, heads=2, tau=4.0):
        super().__init__()
        self.heads, self.tau = heads, tau
        self.proj_in = nn.Linear(dim, 3 * dim, bias=False)
        self.proj_out = nn.Linear(dim, dim)
        self.inner = FusedAttention()

    def pack(self, x):
        t, dim = x.shape
        return self.proj_in(x).view(t, 3, self.heads, dim // self.heads).permute(1, 2, 0, 3).contiguous()

    def forward(self, x):
        qkv = self.pack(x)
        q, k = qkv[0], qkv[1]
        bound = q.norm(dim=-1).max() * k.norm(dim=-1).max() / math.sqrt(q.shape[-1])
        if bound > self.tau:
            gamma = (self.tau / bound).sqrt()
            q = q.mul_(gamma)
            k = k.mul_(gamma)
        out, max_logit = self.inner(qkv)
        return self.proj_out(out.transpose(0, 1).reshape(x.shape)), max_logit, bound


def load(**kw):
    return torch.compile(PackedSelfAttention(**kw).requires_grad_(False))


def cases():
    yield from build(load, lambda: (randn(3, 8) * 0.3,), "base zero", tag="calm-")
    yield from build(load, lambda: (randn(3, 8) * 20,), "base nan", tag="exploding-")


EXPECT = {'topic': 'llm',
 'verdict': 'any correct rewrite',
 'obligations': ['in-place', 'views'],
 'breaks': {36: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'compiled-exception-type',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
