"""Both arms rebind the same entry of the caller's dictionary."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def carry(x, state):
    if x.mean() > 0:
        state["h"] = state["h"] * 0.5 + x
    else:
        state["h"] = state["h"] - x
    return state["h"] * 2.0


def cases():
    yield from sweep(carry, lambda: (randn(4), {"h": randn(4, seed=1)}), "base pos neg nan inf zero half f64")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R8'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
