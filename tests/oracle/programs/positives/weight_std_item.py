"""A standard deviation is read once; it is tested and used as a divisor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def standardise(weight, scale: float):
    centred = weight - weight.mean()
    std = centred.std(unbiased=False).item()
    if std > 1e-3:
        out = centred / std
    else:
        out = centred * scale
    return out


def cases():
    yield from sweep(standardise, lambda: (randn(3, 4), 2.0), "base zero small big nan inf f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R22', 'R1'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
