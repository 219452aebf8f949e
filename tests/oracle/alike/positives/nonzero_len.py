"""len() of a nonzero list."""

import torch

from fxkit import rand, sweep


@torch.compile
def suppress(scores, thresh):
    kept = scores * 1.0
    if len(torch.nonzero(scores > thresh)) == 0:
        kept = kept + 0.25
    return kept


def cases():
    yield from sweep(suppress, lambda: (rand(6), 0.5), "base nan inf half f64 neg grad neg+grad")
    yield from sweep(suppress, lambda: (rand(6), 2.0), "base grad", tag="none-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
