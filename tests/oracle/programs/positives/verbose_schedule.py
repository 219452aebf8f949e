"""A print behind a Python flag."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def anneal(sample, sigmas, verbose=False):
    ratio = sigmas[1:] / sigmas[:-1]
    if verbose:
        print("ratios from", f"{ratio.detach().min():.4f}", "to", f"{ratio.detach().max():.4f}")
    return sample * ratio.mean() - sample * 0.5


def cases():
    yield from sweep(anneal, lambda: (randn(2, 3), rand(5) + 0.1, True), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(anneal, lambda: (randn(2, 3), rand(5) + 0.1), "base half grad", tag="silent-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R36'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
