"""Half precision overflow is capped; the dtype test stands around the tensor test."""

import torch

from fxkit import randn, sweep


@torch.compile
def residual_sum(branch, stream, gain):
    stream = stream + branch * gain
    if stream.dtype == torch.float16:
        if torch.isinf(stream).any():
            top = torch.finfo(stream.dtype).max - 1000
            stream = torch.clamp(stream, min=-top, max=top)
    return stream


def cases():
    yield from sweep(residual_sum, lambda: (randn(2, 6), randn(2, 6, seed=3), 8.0), "base half inf+half ninf+half nan+half big+half huge+half empty+half bf16 inf nan f64 grad half+grad inf+half+grad nan+half+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R16', 'R5'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
