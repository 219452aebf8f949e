"""The maximum of an empty selection raises."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def best(conf, valid):
    top = conf[valid].max()
    return conf - top


def cases():
    yield from sweep(best, lambda: (randn(5), bools(5)), "base true false")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R30', 'O4'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception'],
 'unsafe': []}
