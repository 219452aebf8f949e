"""A forecast with several heads: when any of them is not finite the whole forecast falls back to persistence."""

import torch
from torch import nn

from fxkit import build, randn


class Heads(nn.Module):
    def __init__(self, dim=5, variables=("t2m", "z500", "tp")):
        super().__init__()
        self.trunk = nn.Linear(dim, dim)
        self.heads = nn.ModuleDict({name: nn.Linear(dim, 1) for name in variables})

    def forward(self, x):
        h = torch.tanh(self.trunk(x))
        out = {name: head(h).squeeze(-1) for name, head in self.heads.items()}
        out["tp"] = torch.exp(4 * out["tp"] * x.abs().amax(dim=-1)) - 1.0
        return out


class SafeForecast(nn.Module):
    def __init__(self, steps=2, dim=5):
        super().__init__()
        self.net = Heads(dim)
        self.steps = steps

    @torch.no_grad()
    def forward(self, x, last):
        forecast, fallbacks = [], 0
        for step in range(self.steps):
            out = self.net(x)
            if any(not torch.isfinite(v).all() for v in out.values()):
                out = {name: last[name] + 0.0 for name in out}
                fallbacks += 1
            forecast.append(out)
            x = x + 0.1 * torch.stack([v.clamp(-1, 1) for v in out.values()], dim=-1).mean(dim=-1, keepdim=True)
        return forecast, fallbacks


def load(steps=2):
    return torch.compile(SafeForecast(steps))


def cases():
    def weather(gain=1.0):
        last = {"t2m": randn(3), "z500": randn(3, seed=1), "tp": randn(3, seed=2)}
        return gain * randn(3, 5), last

    yield from build(load, weather, "base")
    yield from build(load, lambda: weather(1e4), "base", tag="overflow-")
    yield from build(lambda: load(3), lambda: weather(60.0), "base", tag="late-")

EXPECT = {'topic': 'weather',
 'kind': 'generator',
 'rewrites': [],
 'breaks': {33: 2, 34: 1},
 'gb': ['GB0033', 'GB4347', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
