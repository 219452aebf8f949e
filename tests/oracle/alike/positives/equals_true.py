"""A 0-d result is compared with True."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def dispatch(tokens, routed):
    if routed.all() == True:
        out = tokens * 2.0
    else:
        out = tokens * routed.unsqueeze(-1)
    return out


def cases():
    yield from sweep(dispatch, lambda: (randn(3, 2), bools(3)), "base true false nan zero half f64 grad true+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R5', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
