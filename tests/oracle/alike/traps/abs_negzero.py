"""`x if x >= 0 else -x` keeps the sign of -0.0, abs does not."""

import torch

from fxkit import randn, sweep


@torch.compile
def magnitude(x):
    s = x * 1.0
    m = s * 1.0 if s >= 0 else -s
    return m


def cases():
    yield from sweep(magnitude, lambda: (torch.tensor(0.5),), "pos neg zero negzero nan")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['sign of zero'],
 'unsafe': []}
