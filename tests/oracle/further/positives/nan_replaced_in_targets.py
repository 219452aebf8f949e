"""Targets lose their NaNs when there are some; infinities must stay otherwise."""

import torch

from fxkit import randn, sweep


@torch.compile
def masked_target(pred, target):
    t = target.detach() - 0.25
    if t.isnan().any():
        t = t.nan_to_num(nan=0.0, posinf=9.0, neginf=-9.0)
    return pred - t


def cases():
    yield from sweep(lambda t, p: masked_target(p, t), lambda: (randn(3, 3), randn(3, 3, seed=2)), "base nan allnan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
