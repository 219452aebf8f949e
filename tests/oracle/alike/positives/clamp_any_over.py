"""Clamp from above when any element is over the limit."""

import torch

from fxkit import randn, sweep


@torch.compile
def saturate(x):
    q = torch.round(x * 4.0)
    if (q > 7.0).any():
        q = q.clamp(max=7.0)
    err = (q / 4.0 - x) * 0.5
    return err + x, err.abs()


def cases():
    yield from sweep(saturate, lambda: (randn(6),), "base big small nan inf half f64 zero negzero pos neg")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R16', 'R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
