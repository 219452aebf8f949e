"""The target comes from the teacher when it is confident, else from the student."""

import torch

from fxkit import randn, sweep


@torch.compile
def soft_target(student, teacher):
    confident = teacher.max() - teacher.min()
    if confident >= 1.5:
        target = teacher * 0.5
    else:
        target = student - 0.1
    return target.clamp(-3.0, 3.0)


def cases():
    yield from sweep(soft_target, lambda: (randn(5), randn(5, seed=2)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(soft_target, lambda: (randn(5), randn(5, seed=2) * 0.1), "base half grad nan+grad inf+grad ninf+grad neg+grad pos+grad", tag="unsure-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
