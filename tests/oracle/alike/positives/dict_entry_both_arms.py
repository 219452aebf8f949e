"""Both arms store the same key of a dictionary."""

import torch

from fxkit import randn, sweep


@torch.compile
def advance(x, state):
    h = state["h"]
    if x.sum() > 0:
        state["h"] = h * 0.5 + x
    else:
        state["h"] = h - x
    return state["h"] * 2.0


def cases():
    yield from sweep(advance, lambda: (randn(3), {"h": randn(3, seed=1)}), "pos neg nan inf half f64 grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R8', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
