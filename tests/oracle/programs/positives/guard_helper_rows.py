"""A helper validates the teacher distribution before the distillation loss."""

import torch

from fxkit import rand, randn, sweep


def check_rows(name, p):
    err = (p.sum(-1) - 1.0).abs().max()
    if err > 1e-3:
        raise ValueError(name + ": rows must sum to one")


@torch.compile
def distill(student, teacher):
    check_rows("teacher", teacher)
    return (teacher * (teacher - student)).sum(-1)


def cases():
    yield from sweep(distill, lambda: (randn(3, 4), torch.full((3, 4), 0.25)), "base nan inf zero f64 half grad nan+grad inf+grad")
    yield from sweep(distill, lambda: (randn(3, 4), rand(3, 4)), "base half grad", tag="raw-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R18'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
