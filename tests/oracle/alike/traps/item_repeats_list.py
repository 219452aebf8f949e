"""The int is the length of a Python list."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def pad(h, missing):
    n = missing.sum().item()
    return h * 2.0, ["<pad>"] * n


def cases():
    yield from sweep(pad, lambda: (randn(3), bools(4)), "base true")

EXPECT = {'topic': 'rnn',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['length'],
 'unsafe': []}
