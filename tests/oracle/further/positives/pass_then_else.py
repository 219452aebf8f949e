"""The true arm is `pass`; only the else arm does anything."""

import torch

from fxkit import randn, sweep


@torch.compile
def sharpen(logits, floor):
    z = logits - logits.mean()
    if z.max() > floor:
        pass
    else:
        z = z * 4.0
    return z


def cases():
    yield from sweep(sharpen, lambda: (randn(8), 1.0), "base pos neg small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
