"""A static loop over zip updates entries of a local dictionary under a test."""

import torch

from fxkit import randn, sweep


@torch.compile
def weigh_terms(cls, box, names=("cls", "box")):
    terms = {}
    for name, t in zip(names, (cls, box)):
        terms[name] = t * 0.5
        if t.abs().sum() > 3.0:
            terms[name] = terms[name] / 3.0
    return terms


def cases():
    yield from sweep(weigh_terms, lambda: (randn(3), randn(4, seed=2)), "base big small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R2', 'R10'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
