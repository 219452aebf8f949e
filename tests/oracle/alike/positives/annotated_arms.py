"""Annotated assignments in the arms."""

import torch
from torch import Tensor

from fxkit import rand, randn, sweep


@torch.compile
def bias(scores: Tensor, alibi: Tensor) -> Tensor:
    if scores.amin() < -1.5:
        out: Tensor = scores + alibi
    else:
        out: Tensor = scores - alibi
    return out.softmax(-1)


def cases():
    yield from sweep(bias, lambda: (randn(2, 4), rand(2, 4)), "base pos neg small big nan inf half f64 grad neg+grad nan+grad inf+grad ninf+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
