"""all() of nothing is true, min() of nothing is an error."""

import torch

from fxkit import randn, sweep


@torch.compile
def valid(boxes):
    area = boxes * 2.0
    if (boxes > 0).all():
        area = area + 1.0
    return area


def cases():
    yield from sweep(valid, lambda: (randn(3),), "base pos neg empty nan")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
