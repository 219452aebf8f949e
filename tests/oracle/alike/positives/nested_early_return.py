"""A nested function with an early return."""

import torch

from fxkit import randn, sweep


@torch.compile
def guide(cond, uncond, scale):
    def norm_guard(t):
        if t.abs().max() > 4.0:
            return t / 8.0
        return t * 1.0

    delta = norm_guard(cond - uncond)
    return uncond + norm_guard(delta * scale)


def cases():
    yield from sweep(guide, lambda: (randn(4), randn(4, seed=1), 3.0), "base small big nan inf half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
