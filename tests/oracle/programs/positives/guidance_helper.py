"""A helper function with a branch is called by the compiled function."""

import torch

from fxkit import randn, sweep


def rescale(noise, peak):
    if peak >= 2.0:
        noise = noise * 0.5
    else:
        noise = noise + 0.125
    return noise


@torch.compile
def guide(uncond, cond):
    mixed = uncond + (cond - uncond) * 3.0
    return rescale(mixed, mixed.detach().abs().amax()) - cond


def cases():
    yield from sweep(guide, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(guide, lambda: (randn(2, 3) * 0.1, randn(2, 3, seed=1) * 0.1), "base half grad", tag="faint-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
