"""One arm augments a fresh tensor, the other rebinds it."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def shape_reward(r, bonus):
    r = r - 0.5
    if bonus.amax() > 0.5:
        r += bonus
    else:
        r = r.clamp(min=0.0)
    return r


def cases():
    yield from sweep(shape_reward, lambda: (randn(4), rand(4)), "base nan inf half f64 zero")
    yield from sweep(shape_reward, lambda: (randn(4), rand(4) * 0.1), "base", tag="small-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R9', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
