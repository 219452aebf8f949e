"""Router probabilities must sum to one, checked with allclose."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def combine(expert_out, gates):
    total = gates.sum(dim=-1)
    if not torch.allclose(total, torch.ones_like(total), atol=1e-2):
        raise RuntimeError("router probabilities do not sum to one")
    return (expert_out * gates.unsqueeze(-1)).sum(dim=1)


def cases():
    yield from sweep(combine, lambda: (randn(3, 2, 4), torch.softmax(randn(3, 2, seed=1), -1)), "base nan inf half f64 grad nan+grad")
    yield from sweep(combine, lambda: (randn(3, 2, 4), rand(3, 2)), "base half", tag="bad-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R18', 'R20'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0033', 'GB0088'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
