"""Both arms use in-place methods of a fresh tensor."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def messages(feat, weight):
    msg = feat * weight * 2.0
    if weight.sum() > 2.0:
        msg.mul_(0.5)
    else:
        msg.sub_(1.0)
    return msg.sum(0)


def cases():
    yield from sweep(messages, lambda: (randn(4, 2), rand(4, 2)), "base nan inf zero half f64 grad neg+grad pos+grad zero+grad")
    yield from sweep(messages, lambda: (randn(4, 2), rand(4, 2) * 0.1), "base nan half grad", tag="light-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R9', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
