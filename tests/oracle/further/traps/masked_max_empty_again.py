"""The maximum of an empty selection raises."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def peak(conf, valid):
    top = conf[valid].max()
    return conf - top


def cases():
    yield from sweep(peak, lambda: (randn(5), bools(5)), "base true false")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R30'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['close', 'grad-close']}
