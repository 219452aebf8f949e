"""The test looks at the mean; clamping always also cuts single values."""

import torch

from fxkit import sweep


@torch.compile
def threshold(x):
    s = x * 1.0
    if s.abs().mean() > 1.0:
        s = s.clamp(-1.0, 1.0)
    return s


def cases():
    yield from sweep(threshold, lambda: (torch.tensor([0.1, 0.2, 1.5, 0.0]),), "base big")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R16'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
