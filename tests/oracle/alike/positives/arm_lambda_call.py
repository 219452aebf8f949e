"""The arms call a local lambda and a partial."""

from functools import partial

import torch

from fxkit import randn, sweep


def affine(t, a, b):
    return t * a + b


@torch.compile
def adapt(x, shift):
    double = lambda t: t + t  # noqa: E731
    shrink = partial(affine, a=0.25, b=shift)
    y = x - 1.0
    if y.mean() > 0.1:
        y = shrink(double(y))
    else:
        y = double(shrink(y))
    return y


def cases():
    yield from sweep(adapt, lambda: (randn(4), 0.5), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R3', 'R1'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
