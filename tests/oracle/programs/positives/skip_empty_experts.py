"""Experts without load are skipped in a static loop."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def combine(tokens, load, scales=(0.5, 1.5, 2.5)):
    out = tokens * 0.0
    for e, scale in enumerate(scales):
        hit = load[:, e].sum()
        if hit < 0.75:
            continue
        out = out + tokens * scale
    return out


def cases():
    yield from sweep(combine, lambda: (randn(3, 2), rand(3, 3)), "base nan half f64 grad")
    yield from sweep(combine, lambda: (randn(3, 2), rand(3, 3) * 0.3), "base half", tag="idle-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R7'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
