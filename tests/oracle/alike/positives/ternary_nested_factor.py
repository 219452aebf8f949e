"""A nested conditional expression picks a Python number inside a product."""

import torch

from fxkit import randn, sweep


@torch.compile
def penalise(logits):
    top = logits.max()
    return logits * (0.5 if top > 2.0 else 2.0 if top < 0.0 else 1.0)


def cases():
    yield from sweep(penalise, lambda: (randn(7),), "base big small neg nan inf zero half bf16 f64")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R1', 'R4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
