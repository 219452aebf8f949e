"""An assert at the start whose message is a tuple."""

import torch

from fxkit import randn, sweep


@torch.compile
def rms(x, eps):
    assert torch.isfinite(x).all(), ("rms: input is not finite", x.dim())
    scale = torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps)
    return x * scale


def cases():
    yield from sweep(rms, lambda: (randn(2, 4), 1e-5), "base nan inf zero half f64 grad big+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R18'],
 'breaks': {10: 3},
 'gb': ['GB0088', 'GB0170', 'GB0171'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
