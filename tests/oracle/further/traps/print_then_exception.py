"""The print comes out although the next operation raises."""

import torch

from fxkit import randn, sweep


@torch.compile
def join(a, b):
    print("joining")
    return torch.cat([a, b]).reshape(2, 3) * 2.0


def cases():
    yield from sweep(join, lambda: (randn(3), randn(3, seed=1)), "base")
    yield from sweep(join, lambda: (randn(3), randn(2)), "base", tag="short-")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O4'],
 'breaks': {10: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
