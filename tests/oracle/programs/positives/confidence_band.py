"""The average confidence lies inside a band or not."""

import torch

from fxkit import rand, sweep


@torch.compile
def calibrate(conf: torch.Tensor, lo=0.4, hi=0.6):
    avg = conf.mean()
    if lo <= avg <= hi:
        shifted = conf - 0.1
    else:
        shifted = conf.neg()
    return shifted + 1.0


def cases():
    yield from sweep(calibrate, lambda: (rand(6),), "base neg big nan inf half f64 grad")
    yield from sweep(calibrate, lambda: (rand(6) * 0.1 + 0.45,), "base half grad inf+grad", tag="mid-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
