"""Scores decay when at least one overlap is large."""

import torch

from fxkit import rand, sweep


@torch.compile
def decay_scores(scores, overlap):
    hit = overlap > 0.5
    if torch.nonzero(hit).shape[0] > 0:
        kept = scores * 0.5
    else:
        kept = scores * 1.0
    return kept


def cases():
    yield from sweep(decay_scores, lambda: (rand(4), rand(4, 4)), "base nan inf neg zero half f64")
    yield from sweep(decay_scores, lambda: (rand(4), rand(4, 4) * 0.3), "base half grad nan+grad", tag="apart-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R1', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
