"""A method chain on the selected values."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def clip_adv(adv, done):
    a = adv + 1.0
    a[done] = a[done].clamp(min=0.0).neg()
    return a


def cases():
    yield from sweep(clip_adv, lambda: (randn(2, 4), bools(2, 4)), "base true false nan inf half f64 negzero")

EXPECT = {'topic': 'rl',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
