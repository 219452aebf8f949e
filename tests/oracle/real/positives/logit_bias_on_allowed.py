"""Logit processors of a decoder: a bias on allowed tokens, then a top-k filter."""

import torch

from fxkit import bools, randn, sweep


def top_k_filter(logits, k):
    kth = logits.topk(k, dim=-1).values[..., -1:]
    return logits.masked_fill(logits < kth, float("-inf"))


@torch.compile
def process_logits(logits, bias, allowed, temperature: float = 0.8, top_k: int = 3):
    scores = logits / temperature
    scores[allowed] += bias[allowed]
    if top_k > 0:
        scores = top_k_filter(scores, top_k)
    return torch.softmax(scores, dim=-1)


class Sampler:
    def __init__(self, top_k=3):
        self.top_k = top_k

    def __call__(self, logits, bias, allowed):
        probs = process_logits(logits, bias, allowed, top_k=self.top_k)
        return probs, probs.argmax(dim=-1)


def cases():
    yield from sweep(Sampler(), lambda: (randn(2, 6), randn(2, 6, seed=1), bools(2, 6)), "base nan true false grad f64")
    yield from sweep(Sampler(0), lambda: (randn(2, 6), randn(2, 6, seed=1), bools(2, 6)), "base inf", tag="all-")

EXPECT = {'topic': 'language',
 'rewrites': ['R31'],
 'breaks': {16: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
