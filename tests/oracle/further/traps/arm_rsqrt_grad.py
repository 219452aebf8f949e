"""rsqrt of zero in the untaken arm."""

import torch

from fxkit import rand, sweep


@torch.compile
def rms(ms):
    if (ms > 0).all():
        scale = torch.rsqrt(ms)
    else:
        scale = ms + 1.0
    return scale


def cases():
    yield from sweep(rms, lambda: (rand(4) + 0.1,), "base grad zero+grad")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
