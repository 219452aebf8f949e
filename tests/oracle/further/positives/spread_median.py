"""Centre by the median when the scores are spread out, by the mean otherwise."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def centre(scores):
    spread = scores.max() - scores.min()
    if spread > 2.0:
        mid = scores.median()
    else:
        mid = scores.mean()
    return scores - mid


def cases():
    yield from sweep(centre, lambda: (randn(7),), "base pos neg small big nan inf zero f64 grad small+grad neg+grad pos+grad")
    yield from sweep(centre, lambda: (rand(7),), "base f64 grad", tag="narrow-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
