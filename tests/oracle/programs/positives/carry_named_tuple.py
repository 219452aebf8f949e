"""Both arms build the next carry as a NamedTuple."""

from typing import NamedTuple

import torch

from fxkit import randn, sweep


class Carry(NamedTuple):
    hidden: torch.Tensor
    cell: torch.Tensor


@torch.compile
def peephole(x, hidden, cell):
    cell = cell * 0.5 + x
    if cell.abs().sum() > 4.0:
        carry = Carry(hidden=hidden - 1.0, cell=cell * 0.25)
    else:
        carry = Carry(hidden=cell + hidden, cell=cell + 0.1)
    return carry


def cases():
    yield from sweep(peephole, lambda: (randn(2, 3), randn(2, 3, seed=1), randn(2, 3, seed=2)), "base small zero nan inf half f64 grad small+grad nan+grad inf+grad ninf+grad")
    yield from sweep(peephole, lambda: (randn(2, 3) * 3, randn(2, 3, seed=1), randn(2, 3, seed=2)), "base grad", tag="big-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10', 'R3'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
