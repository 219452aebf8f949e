"""any() over a generator of NaN tests."""

import torch

from fxkit import randn, sweep


@torch.compile
def fuse(audio, video):
    fused = audio * 0.5 + video * 0.5
    if any(torch.isnan(s).any() for s in (audio, video)):
        fused = torch.nan_to_num(fused)
    else:
        fused = fused + 1.0
    return fused


def cases():
    yield from sweep(fuse, lambda: (randn(3), randn(3, seed=1)), "base pos neg nan allnan inf zero half f64")

EXPECT = {'topic': 'attention',
 'rewrites': ['R44', 'R1'],
 'breaks': {11: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
