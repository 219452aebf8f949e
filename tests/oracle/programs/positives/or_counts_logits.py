"""Two tensor tests joined by or."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def repetition(logits, counts, penalty=0.25):
    shifted = logits + 1.0
    if counts.max() > 2 or logits.min() < -1.5:
        shifted = shifted * penalty
    else:
        shifted = shifted - penalty
    return shifted


def cases():
    yield from sweep(repetition, lambda: (randn(6), ints(0, 4, 6)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(repetition, lambda: (randn(6), ints(0, 2, 6)), "pos neg zero pos+grad", tag="rare-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
