"""Half of the smallest frame energy is subtracted as a Python float."""

import torch

from fxkit import randn, sweep


@torch.compile
def lift(frames):
    floor = frames.detach().amin().item()
    return frames - floor * 0.5


def cases():
    yield from sweep(lift, lambda: (randn(2, 5),), "base pos neg nan inf zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
