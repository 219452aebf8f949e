"""A chained assignment binds two names to one tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def reset(x, h):
    gate = torch.sigmoid(x)
    if gate.mean() > 0.5:
        carry = out = gate + h
    else:
        carry = out = h - gate
    return out + 1.0, carry * 2.0


def cases():
    yield from sweep(reset, lambda: (randn(4), randn(4, seed=1)), "base pos neg nan inf half f64 grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R1', 'R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
