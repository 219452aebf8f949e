"""Directions of the points that moved; the others have none."""

import torch

from fxkit import randn, sweep


def unit(v):
    return v / v.pow(2).sum(-1, keepdim=True).sqrt()


@torch.compile
def directions(now, before):
    step = now - before
    moved = (step != 0).any(-1)
    heading = torch.zeros_like(step)
    heading[moved] = unit(step[moved])
    return heading


def resting():
    now = randn(4, 2)
    before = randn(4, 2, seed=3)
    before[1] = now[1]
    return now, before


def cases():
    yield from sweep(directions, lambda: (randn(4, 2), randn(4, 2, seed=3)), "base grad")
    yield from sweep(directions, resting, "base grad", tag="resting-")

EXPECT = {'topic': 'geometry',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O9'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
