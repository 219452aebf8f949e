"""assert all(...) over a generator of tensor tests."""

import torch

from fxkit import rand, sweep


@torch.compile
def combine(experts, gates):
    assert all(e.amin() >= 0 for e in experts), "negative expert"
    return sum(e * g for e, g in zip(experts, gates.unbind(0)))


def cases():
    yield from sweep(combine, lambda: ([rand(3), rand(3, seed=1)], rand(2)), "base zero half f64 grad")
    yield from sweep(combine, lambda: ([rand(3), rand(3, seed=1), rand(3, seed=2)], rand(3)), "base", tag="three-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R19', 'R44'],
 'breaks': {10: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
