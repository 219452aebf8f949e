"""The auxiliary loss is None in one arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def gate(x, training=True):
    probs = x * 0.5
    aux = None
    if probs.var() > 0.1:
        aux = probs.sum()
    return probs, aux


def cases():
    yield from sweep(gate, lambda: (randn(4),), "big small")

EXPECT = {'topic': 'moe',
 'verdict': 'decline',
 'obligations': ['O7'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['type'],
 'unsafe': []}
