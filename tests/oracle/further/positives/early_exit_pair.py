"""An early return of a pair when the advantage is flat."""

import torch

from fxkit import randn, sweep


@torch.compile
def surrogate(adv, entropy):
    a = adv - 0.25
    if a.abs().max() < 1.0:
        return a * 2.0, adv + 1.0
    bonus = entropy * 0.5
    return a + bonus, bonus - 1.0


def cases():
    yield from sweep(surrogate, lambda: (randn(5), randn(5, seed=1)), "base small big nan inf zero half f64 grad small+grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R6', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
