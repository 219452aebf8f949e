"""The same softmax of one of two tensors."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def weights(q, k):
    joint = q + k
    apart = q - k
    if joint.mean() > apart.mean():
        w = F.softmax(joint, dim=-1)
    else:
        w = F.softmax(apart, dim=-1)
    return w * 2.0


def cases():
    yield from sweep(weights, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(weights, lambda: (randn(2, 4), -randn(2, 4, seed=1).abs()), "base grad", tag="minus-")
    yield from sweep(weights, lambda: (randn(2, 4), randn(2, 4, seed=1).abs()), "base grad", tag="plus-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R11'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
