"""A print with a separator under a static flag."""

import torch

from fxkit import randn, sweep


@torch.compile
def unroll(x, h, verbose=True):
    h = torch.tanh(x + h)
    if verbose:
        print("hidden", f"{h.detach().abs().mean():.4f}", sep="=")
    return h * 0.5


def cases():
    yield from sweep(unroll, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(unroll, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base", {"verbose": False}, "quiet-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R36'],
 'breaks': {12: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
