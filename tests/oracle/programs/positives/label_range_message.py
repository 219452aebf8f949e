"""The message counts the labels that are out of range."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def nll(logp, labels, classes: int):
    bad = (labels < 0) | (labels >= classes)
    if bad.any():
        raise ValueError(f"{int(bad.sum())} labels out of range")
    onehot = labels[:, None] == torch.arange(classes)
    return -torch.where(onehot, logp, 0.0).sum(-1)


def cases():
    yield from sweep(nll, lambda: (randn(4, 3), ints(0, 3, 4), 3), "base nan inf zero half f64 grad nan+grad")
    yield from sweep(nll, lambda: (randn(4, 3), ints(0, 9, 4), 3), "base half grad", tag="bad-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R18'],
 'breaks': {11: 1, 12: 2},
 'gb': ['GB0088', 'GB0124', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
