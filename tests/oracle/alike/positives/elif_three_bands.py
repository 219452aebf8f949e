"""The gain follows from an elif chain over the loss level."""

import torch

from fxkit import randn, sweep


@torch.compile
def gain(loss, lr):
    level = loss.mean()
    if level > 1.0:
        out = loss * lr
    elif level > 0.0:
        out = loss * (lr * 0.5)
    else:
        out = loss - lr
    return out + level


def cases():
    yield from sweep(gain, lambda: (randn(5), 0.25), "base pos neg nan inf zero big half f64 grad neg+grad nan+grad")
    yield from sweep(gain, lambda: (randn(5) + 3.0, 0.25), "base grad", tag="high-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R1'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
