"""Levels of another dtype than the new values are refused by the masked write."""

import torch

from fxkit import bools, ints, rand, sweep


@torch.compile
@torch.no_grad()
def requantise(levels, x, stale):
    levels = levels.clone()
    levels[stale] = x[stale] * 255.0
    return levels


def cases():
    yield from sweep(requantise, lambda: (ints(0, 255, 6).to(torch.uint8), rand(6), bools(6)), "base true false")
    yield from sweep(requantise, lambda: (rand(6, seed=2) * 255, rand(6), bools(6)), "base", tag="float-")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O4'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
