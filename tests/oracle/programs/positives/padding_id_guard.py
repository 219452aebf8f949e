"""A static flag switches the check of the ids off."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def shift_scores(scores, ids, validate=True):
    biased = scores - ids * 0.125
    if validate and (ids < 0).any():
        raise IndexError("negative token id")
    return biased * 2.0


def cases():
    yield from sweep(shift_scores, lambda: (randn(2, 5), ints(0, 9, 2, 5)), "base nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(shift_scores, lambda: (randn(2, 5), ints(-3, 9, 2, 5)), "base half grad", tag="negative-")
    yield from sweep(shift_scores, lambda: (randn(2, 5), ints(-3, 9, 2, 5), False), "base grad", tag="trusted-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R18'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
