"""The step of the quantiser is rounded to one decimal."""

import torch

from fxkit import rand, sweep


@torch.compile
def coarse(x):
    step = round(x.max().item(), 1)
    return torch.floor(x / max(step, 0.1)) * step


def cases():
    yield from sweep(coarse, lambda: (torch.tensor([0.05, 0.2, 0.35]),), "base", tag="half-")
    yield from sweep(coarse, lambda: (torch.tensor([0.05, 0.1, 0.5]),), "base", tag="plain-")
    yield from sweep(coarse, lambda: (rand(6),), "base")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
