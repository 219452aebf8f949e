"""In-place subtraction on a fresh tensor, else-less."""

import torch

from fxkit import randn, sweep


@torch.compile
def stable(q, k):
    logits = q + k.transpose(0, 1)
    if logits.max() > 1.0:
        logits.sub_(1.0)
    return logits * 0.125


def cases():
    yield from sweep(stable, lambda: (randn(3, 3), randn(3, 3, seed=1)), "base pos neg big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
