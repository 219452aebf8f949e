"""A line with !r of a dtype and a list of shapes."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def fake_quant(x, scales):
    q = torch.round(x / scales[0])
    print(f"quantise {x.dtype!r} {[tuple(s.shape) for s in scales]}", flush=True)
    return q * scales[0] + scales[1]


def cases():
    yield from sweep(fake_quant, lambda: (randn(4), [torch.tensor(0.5), rand(4)]), "base nan inf half f64 zero grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R36'],
 'breaks': {11: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
