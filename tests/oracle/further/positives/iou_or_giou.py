"""The untaken arm reads another input."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def overlap(inter, union, hull):
    base = inter - union
    if torch.any(inter > union):
        score = base - hull
    else:
        score = base + 1.0
    return score.mean()


def cases():
    yield from sweep(overlap, lambda: (randn(6), rand(6), rand(6, seed=3)), "base pos neg nan inf zero half f64 grad pos+grad neg+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
