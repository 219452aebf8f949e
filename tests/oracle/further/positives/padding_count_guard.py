"""masked_fill behind a count of the padded positions."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def steps(states, padded):
    s = states - 1.0
    if torch.count_nonzero(padded) != 0:
        s = s.masked_fill(padded.unsqueeze(-1), 0.0)
    return (s.flip(1) * 0.5).cumsum(1).abs()


def cases():
    yield from sweep(steps, lambda: (randn(2, 3, 4), bools(2, 3)), "base true false nan inf ninf half bf16 f64 grad true+grad false+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R15', 'R33'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
