"""any() over a boolean selection."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def crowd_flag(boxes, is_crowd, valid):
    crowded = is_crowd[valid].any()
    return boxes * 2.0, crowded


def cases():
    yield from sweep(crowd_flag, lambda: (randn(4, 4), bools(4), bools(4, seed=3)), "base true false empty nan half grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(crowd_flag, lambda: (randn(4, 4), torch.tensor([True, False, False, True]), torch.tensor([False, True, True, False])), "base", tag="apart-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
