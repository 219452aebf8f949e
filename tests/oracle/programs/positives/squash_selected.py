"""Selected logits go through a sigmoid, the others keep another value."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def squash(logits, boosted, bias):
    scores = logits - bias
    scores[boosted] = torch.sigmoid(logits[boosted]) + 1.0
    return scores


def cases():
    yield from sweep(squash, lambda: (randn(3, 4), bools(3, 4), 0.25), "base true false pos neg nan inf zero f64")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
