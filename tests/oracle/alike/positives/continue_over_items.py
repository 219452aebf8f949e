"""`continue` in a loop over the items of a dictionary argument."""

import torch

from fxkit import randn, sweep


@torch.compile
def aggregate(parts, scale):
    total = scale * 1.0
    for name, part in parts.items():
        if part.isnan().any():
            continue
        weight = 2.0 if name == "cls" else 0.5
        total = total + part * weight
    return total


def cases():
    yield from sweep(aggregate, lambda: ({"cls": randn(3), "box": randn(3, seed=1), "obj": randn(3, seed=2)}, randn(3, seed=3)), "base nan inf zero half f64")
    yield from sweep(aggregate, lambda: ({"box": torch.full((3,), float("nan"))}, randn(3, seed=3)), "base", tag="nan-only-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R7'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
