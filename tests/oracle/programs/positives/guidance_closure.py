"""A factory compiles a guidance rule with the scale in its closure."""

import torch

from fxkit import build, randn


def make_guidance(scale: float):
    @torch.compile
    def guide(cond, uncond):
        delta = cond - uncond
        if delta.abs().mean() < 0.5:
            mixed = uncond + delta * scale
        else:
            mixed = uncond + delta.clamp(-1.0, 1.0)
        return mixed

    return guide


def cases():
    yield from build(lambda: make_guidance(2.5), lambda: (randn(2, 5), randn(2, 5, seed=1)), "base zero nan inf half f64 grad nan+grad inf+grad ninf+grad")
    yield from build(lambda: make_guidance(3.0), lambda: (randn(2, 5) * 0.1, randn(2, 5, seed=1) * 0.1), "base half grad", tag="near-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1'],
 'breaks': {12: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
