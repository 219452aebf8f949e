"""The maximum of an empty selection raises."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def best_valid(scores, valid):
    top = scores[valid].max()
    return scores - top


def cases():
    yield from sweep(best_valid, lambda: (randn(5), bools(5)), "base true false")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
