"""any() over a list of tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def guide(cond, uncond):
    mixed = cond + uncond
    if any([t.max() > 1.5 for t in (cond, uncond)]):
        mixed = mixed * 0.5
    else:
        mixed = mixed - 0.5
    return mixed


def cases():
    yield from sweep(guide, lambda: (randn(3), randn(3, seed=1)), "base pos neg big small nan inf half f64")
    yield from sweep(guide, lambda: (rand(3), rand(3, seed=1)), "base half", tag="low-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R44', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
