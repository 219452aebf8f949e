"""An early return once the hidden state hardly moves."""

import torch

from fxkit import randn, sweep


@torch.compile
def relax(new, old):
    move = new - old
    if move.abs().max() < 0.5:
        return old + move * 0.5
    move = move.clamp(-2.0, 2.0)
    return old - move


def cases():
    yield from sweep(relax, lambda: (randn(2, 5), randn(2, 5, seed=4)), "base big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(relax, lambda: (randn(2, 5) * 0.1, randn(2, 5, seed=4) * 0.1), "base half grad", tag="still-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
