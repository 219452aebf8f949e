"""Both arms bind a list of two tensors, one of them in the other order."""

import torch

from fxkit import randn, sweep


@torch.compile
def order_critics(q1, q2):
    q1 = q1 - 0.5
    q2 = q2 * 2.0
    if q1.sum() <= q2.sum():
        pair = [q1, q2]
    else:
        pair = [q2, q1]
    pair.append(pair[0] + pair[1])
    return pair


def cases():
    yield from sweep(order_critics, lambda: (randn(4), randn(4, seed=1)), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R10'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
