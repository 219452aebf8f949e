"""Both arms store one key of the state."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def momentum(grad, state):
    g = grad * 0.1
    if g.abs().sum() > 0.25:
        state["m"] = state["m"] + g
    else:
        state["m"] = state["m"] * 0.9
    return state["m"] - g


def cases():
    yield from sweep(momentum, lambda: (randn(4), {"m": randn(4, seed=1)}), "base small big nan inf zero half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R8'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
