"""Two augmented assignments to a fresh tensor, without else."""

import torch

from fxkit import randn, sweep


@torch.compile
def penalise(logits, seen):
    out = logits - seen
    if out.max() > 1.5:
        out *= 0.5
        out -= 0.25
    return out


def cases():
    yield from sweep(penalise, lambda: (randn(6), randn(6, seed=2)), "base small big nan inf zero half f64 grad small+grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
