"""Two augmented assignments on a fresh tensor in an arm without else."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def dampen(logits, counts):
    scores = logits - counts
    if counts.max() >= 3:
        scores *= 0.5
        scores += 0.25
    return scores


def cases():
    yield from sweep(dampen, lambda: (randn(2, 4), ints(0, 5, 2, 4)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(dampen, lambda: (randn(2, 4), ints(0, 2, 2, 4)), "base half grad", tag="fresh-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
