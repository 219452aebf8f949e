"""The arm replaces an entry of a local dict."""

import torch

from fxkit import randn, sweep


@torch.compile
def remember(x, h):
    state = {"h": h * 0.5, "x": x + 1.0}
    if x.mean() > 0:
        state["h"] = state["h"] + state["x"]
    return state


def cases():
    yield from sweep(remember, lambda: (randn(4), randn(4, seed=3)), "base pos neg nan inf zero half f64")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R8', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
