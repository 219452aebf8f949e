"""The test is a functional comparison, torch.gt of two statistics."""

import torch

from fxkit import randn, sweep


@torch.compile
def sharpen(logits, ref):
    centred = logits - ref
    if torch.gt(logits.amax(), ref.amax()):
        scores = centred * 4.0
    else:
        scores = centred / 4.0
    return scores.exp()


def cases():
    yield from sweep(sharpen, lambda: (randn(2, 5), randn(2, 5, seed=4)), "base pos neg small nan inf zero half f64")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
