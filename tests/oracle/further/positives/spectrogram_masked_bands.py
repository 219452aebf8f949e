"""SpecAugment: masked frames of a fresh copy are set to a floor, masked bins to a stored profile."""

import torch
from torch import nn

from fxkit import bools, build, randn


class SpecMask(nn.Module):
    def __init__(self, floor: float):
        super().__init__()
        self.floor = floor
        self.register_buffer("profile", torch.linspace(-1.0, 1.0, 5))

    def apply_mask(self, spec, time_mask, freq_mask):
        out = spec.clone()
        frames = torch.where(time_mask)[0]
        out[:, frames] = self.floor
        keep = ~freq_mask
        out[freq_mask] = self.profile
        return out, keep

    def forward(self, spec, *, time_mask, freq_mask):
        out, keep = self.apply_mask(spec, time_mask, freq_mask)
        return out * 2.0, keep.sum()


def load():
    return torch.compile(SpecMask(-4.0))


def cases():
    for name, t, f in (("some", bools(5), bools(4)), ("all", bools(5) | True, bools(4) | True), ("none", bools(5) & False, bools(4) & False)):
        yield from build(load, lambda: (randn(4, 5),), "grad nan+grad inf+grad", kwargs={"time_mask": t, "freq_mask": f}, tag=name + "-")


EXPECT = {'topic': 'audio',
 'rewrites': ['R31'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
