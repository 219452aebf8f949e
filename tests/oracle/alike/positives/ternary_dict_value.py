"""Conditional expressions as values of a dictionary that is returned."""

import torch

from fxkit import randn, sweep


@torch.compile
def objectives(pred, target):
    diff = pred - target
    return {
        "main": diff * 2.0 if diff.sum() > 0 else diff * -3.0,
        "aux": (diff + 1.0 if diff.amin() > -1.0 else diff - 1.0),
    }


def cases():
    yield from sweep(objectives, lambda: (randn(6), randn(6, seed=8)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {12: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
