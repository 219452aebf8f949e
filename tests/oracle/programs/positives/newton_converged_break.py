"""A fixed number of Newton steps, left early when the residual is small."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def inv_root(a: torch.Tensor, iters: int = 4) -> torch.Tensor:
    z = torch.ones_like(a)
    for _ in range(iters):
        if (z * z * a - 1.0).abs().max() < 1e-2:
            break
        z = z * (1.5 - 0.5 * a * z * z)
    return z


def cases():
    yield from sweep(inv_root, lambda: (rand(4) + 0.25,), "base ones zero nan inf f64 half")
    yield from sweep(inv_root, lambda: (rand(4) * 0.02 + 1.0,), "base", tag="near-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R7'],
 'breaks': {13: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
