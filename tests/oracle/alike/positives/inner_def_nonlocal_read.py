"""An inner function reads the enclosing tensors and tests one."""

import torch

from fxkit import randn, sweep


@torch.compile
def guide(cond, uncond, w):
    delta = cond - uncond

    def mix(strength):
        if delta.abs().amax() > 1.5:
            res = uncond + strength * delta * 0.5
        else:
            res = uncond + strength * delta
        return res

    return mix(w) + mix(1.0)


def cases():
    yield from sweep(guide, lambda: (randn(3), randn(3, seed=1), 2.0), "base big nan half f64 grad")
    yield from sweep(guide, lambda: (randn(3), randn(3) + 0.5, 2.0), "base grad", tag="near-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
