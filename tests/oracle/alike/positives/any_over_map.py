"""any() over map() of a local predicate."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def calibrate(*scores):
    def extreme(t):
        return t.abs().amax() > 2.0

    total = torch.stack(scores).sum(0)
    if any(map(extreme, scores)):
        total = total * 0.25
    return total


def cases():
    yield from sweep(calibrate, lambda: (randn(3), randn(3, seed=1)), "base small big nan inf half")
    yield from sweep(calibrate, lambda: (rand(3), rand(3, seed=1), rand(3, seed=2)), "base", tag="three-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R44', 'R2'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
