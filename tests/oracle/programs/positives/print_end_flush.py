"""A progress line per call, flushed at once."""

import torch

from fxkit import randn, sweep


@torch.compile
def denoise(x, steps=2):
    for i in range(steps):
        x = x - 0.1 * x.sign()
    print(f"denoised {tuple(x.shape)} in {steps} steps", end=" ", flush=True)
    print("ok")
    return x


def cases():
    yield from sweep(denoise, lambda: (randn(2, 3),), "base nan half grad")
    yield from sweep(denoise, lambda: (randn(2, 3), 3), "base", tag="three-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R36'],
 'breaks': {12: 2, 13: 1},
 'gb': ['GB0021', 'GB0059'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
