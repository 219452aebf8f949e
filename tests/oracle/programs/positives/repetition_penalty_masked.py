"""Logits of seen tokens are pushed away from being chosen, by sign."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.inference_mode()
def penalise_repeats(logits: torch.Tensor, penalty: float) -> torch.Tensor:
    logits = logits.float()
    out = logits.clone()
    negative = logits < 0
    out[negative] = logits[negative] * penalty
    out[~negative] = logits[~negative] / penalty
    return out


def cases():
    yield from sweep(penalise_repeats, lambda: (randn(3, 5), 1.3), "base pos neg nan inf zero negzero half f64 empty")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R32'],
 'breaks': {14: 1, 15: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
