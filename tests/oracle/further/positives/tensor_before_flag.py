"""The tensor test comes before the static one."""

import torch

from fxkit import randn, sweep


@torch.compile
def explore(q, noise, greedy):
    act = q * 2.0
    if (act.max() - act.min()) < 1.0 and not greedy:
        act = act + noise
    return act


def cases():
    yield from sweep(explore, lambda: (randn(6), randn(6, seed=2), False), "base small nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(explore, lambda: (randn(6) * 0.1, randn(6) * 0.1, False), "base half grad", tag="flat-")
    yield from sweep(explore, lambda: (randn(6) * 0.1, randn(6) * 0.1, True), "base half grad", tag="greedy-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
