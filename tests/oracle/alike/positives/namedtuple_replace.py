"""An arm replaces one field of a named tuple."""

from typing import NamedTuple

import torch

from fxkit import randn, sweep


class State(NamedTuple):
    h: torch.Tensor
    c: torch.Tensor


@torch.compile
def advance(x, h, c):
    state = State(torch.tanh(x + h), c * 0.5)
    if state.c.abs().amax() > 0.5:
        state = state._replace(c=state.c.clamp(-0.5, 0.5))
    return state


def cases():
    yield from sweep(advance, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(advance, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2) * 0.1), "base half grad", tag="calm-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10', 'R2'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
