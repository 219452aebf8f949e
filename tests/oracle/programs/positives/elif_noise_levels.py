"""Three noise regimes in an elif chain."""

import torch

from fxkit import randn, sweep


@torch.compile
def precondition(x, sigma: torch.Tensor):
    level = sigma.mean()
    if level > 10.0:
        c_skip = x * 0.0
        c_out = x * 1.0
    elif level >= 1.0:
        c_skip = x * 0.5
        c_out = x.neg()
    else:
        c_skip, c_out = x + 1.0, x - 1.0
    return c_skip + c_out, c_out


def cases():
    yield from sweep(precondition, lambda: (randn(2, 3), torch.tensor([0.5, 0.25])), "base nan half grad")
    yield from sweep(precondition, lambda: (randn(2, 3), torch.tensor([0.5, 5.0])), "base inf grad", tag="mid-")
    yield from sweep(precondition, lambda: (randn(2, 3), torch.tensor([50.0, 5.0])), "base half grad", tag="hot-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R3', 'R4'],
 'breaks': {11: 1, 14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
