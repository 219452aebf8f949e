"""Per-group rescaling kept as closures; all of them see the scale of the last group."""

import torch
from torch import nn

from fxkit import build, randn


def make_rescalers(groups):
    rescalers = []
    for group in groups:
        scale = group.abs().max().item() / 7.0
        rescalers.append(lambda q: q * scale)
    return rescalers


class GroupedActivationQuant(nn.Module):
    """Quantises groups with one common reconstruction scale (that of the last group, as shipped)."""

    def __init__(self, groups=2):
        super().__init__()
        self.groups = groups

    def forward(self, x):
        parts = x.chunk(self.groups, dim=-1)
        rescalers = make_rescalers(parts)
        out = []
        for part, rescale in zip(parts, rescalers):
            step = part.abs().amax(dim=-1, keepdim=True).clamp(min=1e-6) / 7.0
            q = torch.round(part / step)
            out.append(rescale(q))
        return torch.cat(out, dim=-1)


class QuantBlock(nn.Module):
    def __init__(self, dim=6, groups=2):
        super().__init__()
        self.quant = GroupedActivationQuant(groups)
        self.linear = nn.Linear(dim, 3)

    def forward(self, x):
        return self.linear(self.quant(x.detach()))


def load(groups=2):
    return torch.compile(QuantBlock(groups=groups))


def cases():
    yield from build(load, lambda: (randn(3, 6),), "base")
    yield from build(lambda: load(3), lambda: (randn(2, 6) * 4,), "base", tag="three-")
    yield from build(lambda: load(1), lambda: (randn(3, 6),), "base", tag="single-")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['late binding of closures'],
 'breaks': {12: 4},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
