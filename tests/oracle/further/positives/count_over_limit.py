"""The number of hits decides."""

import torch

from fxkit import randn, sweep


@torch.compile
def calibrate(conf, floor):
    if (conf > floor).sum() > 2:
        out = conf - 0.5
    else:
        out = conf * 0.5
    return out


def cases():
    yield from sweep(calibrate, lambda: (randn(6), 0.25), "base pos neg nan inf zero half f64 empty grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R33', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
