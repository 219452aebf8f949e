"""Both arms rebind a key of the optimiser state that exists already."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def momentum(grad, state):
    fresh = grad * 0.1
    if grad.abs().max() > 2.0:
        state["m"] = fresh - 1.0
    else:
        state["m"] = state["m"] * 0.9 + fresh
    return grad - state["m"]


def cases():
    yield from sweep(momentum, lambda: (randn(4), {"m": randn(4, seed=1)}), "base big small neg nan inf zero f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R8'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
