"""Half precision scores are clamped when one is not finite."""

import torch

from fxkit import randn, sweep


@torch.compile
def safe_scores(q, k):
    s = torch.einsum("bqd,bkd->bqk", q, k)
    if s.dtype in (torch.float16, torch.bfloat16):
        if not torch.isfinite(s).all():
            top = torch.finfo(s.dtype).max - 1000
            s = s.clamp(min=-top, max=top)
    return s * 0.5


def cases():
    yield from sweep(safe_scores, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=5)), "base half bf16 inf+half nan+half ninf+bf16 big+half inf nan half+grad big+half+grad bf16+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16', 'R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
