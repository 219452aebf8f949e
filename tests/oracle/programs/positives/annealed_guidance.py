"""Guidance scale and prediction are set together, with a value both arms share."""

import torch

from fxkit import randn, sweep


@torch.compile
def guide(cond, uncond, sigma):
    s = sigma.reshape(())
    if 1.0 < s:
        kind = "eps"
        delta = cond - uncond
        pred = uncond + delta * 3.0
    else:
        kind = "eps"
        delta = uncond - cond
        pred = cond - delta * 0.5
    return pred, delta, kind


def cases():
    yield from sweep(guide, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor([2.0])), "base nan half grad inf+grad")
    yield from sweep(guide, lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor(0.5)), "base inf f64 grad", tag="low-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
