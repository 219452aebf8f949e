"""Two tensor tests joined by or."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def bootstrap(reward, value):
    ret = reward + value
    if (reward < -1.0).any() or (value > 1.5).any():
        ret = ret * 0.5
    else:
        ret = ret + 1.0
    return ret


def cases():
    yield from sweep(bootstrap, lambda: (randn(4), randn(4, seed=1)), "base pos neg big small nan inf zero half f64 empty grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(bootstrap, lambda: (rand(4), rand(4, seed=1)), "base neg big grad", tag="tame-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R5', 'R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
