"""The number of rows of argwhere decides."""

import torch

from fxkit import randn, sweep


@torch.compile
def penalise(logits, ceiling):
    if torch.argwhere(logits > ceiling).shape[0] > 0:
        out = logits - ceiling
    else:
        out = logits * 0.5
    return out.flatten()


def cases():
    yield from sweep(penalise, lambda: (randn(2, 4), 1.0), "base pos neg big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R33', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
