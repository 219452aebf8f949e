"""min-p filtering of the next-token distribution with a fallback that is logged."""

import logging

import torch

from fxkit import randn, sweep

logger = logging.getLogger("engine.sampler")


class SamplingParams:
    def __init__(self, temperature, min_p):
        self.temperature = temperature
        self.min_p = min_p


def apply_min_p(probs, min_p):
    top = probs.max(dim=-1, keepdim=True).values
    probs = torch.where(probs < min_p * top, 0.0, probs)
    return probs / probs.sum(-1, keepdim=True)


@torch.compile
def next_distribution(logits, params):
    probs = torch.softmax(logits / params.temperature, dim=-1)
    probs = apply_min_p(probs, params.min_p)
    bad = torch.isnan(probs).any(-1)
    if bad.any():
        logger.error("nan in the distribution of %d sequences, falling back to uniform", bad.sum().item())
        probs = torch.where(bad.unsqueeze(-1), 1.0 / probs.shape[-1], probs)
    return probs


def cases():
    yield from sweep(next_distribution, lambda: (randn(3, 6), SamplingParams(1.0, 0.1)), "base nan ninf inf half")
    yield from sweep(next_distribution, lambda: (randn(3, 6, seed=4), SamplingParams(0.5, 0.4)), "base allnan", tag="sharp-")

EXPECT = {'topic': 'samplers',
 'rewrites': [],
 'breaks': {29: 1, 30: 2},
 'gb': ['GB0124', 'GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['shown-history', 'fresh-result']}
