"""The root mean square is read with .item() and only tested."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def clip_update(update, threshold):
    rms = update.pow(2).mean().sqrt().item()
    step = update * 0.1
    if rms > threshold:
        step = step / threshold
    return step


def cases():
    yield from sweep(clip_update, lambda: (randn(3, 3), 0.75), "base small big nan inf zero half f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R22', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
