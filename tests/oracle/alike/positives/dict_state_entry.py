"""Both arms assign one entry of the optimiser state."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def adam_like(g, state):
    if g.abs().max() > state["peak"].max():
        state["peak"] = g.abs()
    else:
        state["peak"] = state["peak"] * 0.9
    return g / (state["peak"] + 1.0)


def cases():
    yield from sweep(adam_like, lambda: (randn(3), {"peak": rand(3)}), "base big small nan inf zero half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R10', 'R8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
