"""Neural operator layers wrapped by the debugging decorator that the team uses in long simulation roll-outs."""

import functools

import torch
from torch import nn

from fxkit import build, randn


def check_finite(fn):
    @functools.wraps(fn)
    def wrapper(self, *args, **kwargs):
        out = fn(self, *args, **kwargs)
        if self.checks and not torch.isfinite(out).all():
            raise FloatingPointError(f"{type(self).__name__}: non-finite output")
        return out

    return wrapper


class SpectralLayer(nn.Module):
    def __init__(self, modes=3, checks=True):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(modes, dtype=torch.cfloat) * 0.3)
        self.modes = modes
        self.checks = checks

    @check_finite
    def forward(self, u):
        spec = torch.fft.rfft(u)
        spec = torch.cat([spec[..., : self.modes] * self.weight, torch.zeros_like(spec[..., self.modes:])], -1)
        return torch.fft.irfft(spec, n=u.shape[-1])


class Rollout(nn.Module):
    def __init__(self, steps=2, checks=True):
        super().__init__()
        self.layer = SpectralLayer(checks=checks)
        self.steps = steps

    def forward(self, u, forcing):
        mass = u.sum(-1, keepdim=True)
        for _ in range(self.steps):
            u = u + torch.tanh(self.layer(u)) + forcing
        drift = (u.sum(-1, keepdim=True) - mass).abs().max()
        if drift > 1.0:
            u = u * (mass / u.sum(-1, keepdim=True))
        return u


def cases():
    make = lambda **kw: lambda: torch.compile(Rollout(**kw))
    yield from build(make(), lambda: (randn(2, 8), torch.zeros(8)), "base", tag="free-")
    yield from build(make(), lambda: (randn(2, 8), torch.ones(8)), "base", tag="forced-")
    yield from build(make(), lambda: (randn(2, 8), torch.full((8,), float("inf"))), "base", tag="inf-")
    yield from build(make(checks=False), lambda: (randn(2, 8), torch.zeros(8)), "base nan", tag="unchecked-")


EXPECT = {'topic': 'scientific ML',
 'rewrites': [],
 'breaks': {15: 2, 16: 1},
 'gb': ['GB0088', 'GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'compiled-exception-type', 'close', 'grad-close']}
