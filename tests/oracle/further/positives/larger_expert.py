"""The output of the expert with the larger gate."""

import torch

from fxkit import randn, sweep


@torch.compile
def choose(left, right, gates):
    if gates[0] >= gates[1]:
        out = left * 1.5
    else:
        out = right * 1.5
    return out + 1.0


def cases():
    yield from sweep(choose, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor([0.75, 0.25])), "base nan inf zero half f64 grad nan+grad inf+grad")
    yield from sweep(choose, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor([0.25, 0.75])), "base nan half grad inf+grad", tag="right-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
