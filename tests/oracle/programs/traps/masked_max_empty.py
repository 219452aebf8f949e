"""max() of an empty selection raises."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def best_valid(conf, valid):
    top = conf[valid].max()
    return conf - top


def cases():
    yield from sweep(best_valid, lambda: (randn(4), bools(4)), "base true false")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R30', 'O4'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
