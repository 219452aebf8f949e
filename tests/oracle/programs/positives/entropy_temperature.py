"""Sharper temperature for confident rows, no gradient needed."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def sample_probs(logits: torch.Tensor, t_low: float = 0.7, t_high: float = 1.3) -> torch.Tensor:
    p = F.softmax(logits, dim=-1)
    confidence = p.amax(dim=-1).mean()
    if confidence < 0.5:
        scaled = logits.div(t_high)
    else:
        scaled = logits.div(t_low)
    return F.softmax(scaled, dim=-1)


def cases():
    yield from sweep(sample_probs, lambda: (randn(3, 6),), "base big small nan inf half f64")
    yield from sweep(sample_probs, lambda: (randn(3, 6),), "base", {"t_low": 0.25}, "kw-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R1'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
