"""A print with sep and end under a keyword flag."""

import torch

from fxkit import rand, sweep


@torch.compile
def count(scores, *, verbose=False):
    kept = scores > 0.5
    if verbose:
        print("kept", int(kept.sum()), sep="=", end=";\n")
    return scores * kept


def cases():
    yield from sweep(count, lambda: (rand(5),), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad", kwargs={"verbose": True})
    yield from sweep(count, lambda: (rand(5),), "base", tag="quiet-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R36'],
 'breaks': {12: 2},
 'gb': ['GB0059', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
