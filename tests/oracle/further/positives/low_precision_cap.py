"""Both half types are capped when a value is not finite."""

import torch

from fxkit import randn, sweep


@torch.compile
def cap(hidden, residual):
    hidden = hidden + residual
    if hidden.dtype in (torch.float16, torch.bfloat16) and not torch.isfinite(hidden).all():
        bound = torch.finfo(hidden.dtype).max
        hidden = hidden.clamp(min=-bound, max=bound)
    return hidden * 0.5


def cases():
    yield from sweep(cap, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base half inf+half nan+half ninf+half bf16 inf+bf16 nan inf f64 empty+half grad half+grad inf+half+grad nan+bf16+grad nan+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16', 'R5'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
