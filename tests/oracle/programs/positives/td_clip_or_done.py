"""Two tensor tests joined by or."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def td_error(target, value, alive):
    delta = target - value
    if (delta.abs() > 2.0).any() or (alive == 0).all():
        err = delta * 0.5
    else:
        err = delta - 0.1
    return err


def cases():
    yield from sweep(td_error, lambda: (randn(5), randn(5, seed=2), ints(0, 2, 5)), "base big small nan inf half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(td_error, lambda: (randn(5) * 0.1, randn(5, seed=2) * 0.1, ints(0, 1, 5)), "base grad", tag="over-")
    yield from sweep(td_error, lambda: (randn(5) * 0.1, randn(5, seed=2) * 0.1, ints(1, 2, 5)), "base grad", tag="running-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
