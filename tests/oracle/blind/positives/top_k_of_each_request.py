"""Serving: every request of the batch has its own top-k, and the largest of them sizes the call of topk."""

import torch
from torch import nn

from fxkit import build, randn


def apply_top_k_only(logits, k):
    no_top_k_mask = k == logits.shape[1]
    k = k.masked_fill(no_top_k_mask, 1)
    max_top_k = k.max().item()
    top_k_mask = logits.topk(max_top_k, dim=1).values.gather(1, (k - 1).unsqueeze(1))
    top_k_mask.masked_fill_(no_top_k_mask.unsqueeze(1), -float("inf"))
    return logits.masked_fill(logits < top_k_mask, -float("inf"))


class Sampler(nn.Module):
    def __init__(self, dim=4, vocab=10):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab, bias=False)

    @torch.no_grad()
    def forward(self, hidden, temperature, top_k, q):
        logits = self.lm_head(hidden)
        logits = logits / temperature.clamp(min=1e-2).unsqueeze(1)
        logits = apply_top_k_only(logits, top_k)
        probs = logits.softmax(dim=-1)
        sampled = (probs / q).argmax(dim=-1)
        return sampled, probs.gather(1, sampled.unsqueeze(1)).squeeze(1)


def load():
    return torch.compile(Sampler())


def cases():
    def requests(*ks):
        q = -randn(4, 10).sigmoid().log()
        return randn(4, 4), torch.tensor([1.0, 0.7, 1.5, 0.0]), torch.tensor(ks), q

    yield from build(load, lambda: requests(3, 1, 10, 5), "base")
    yield from build(load, lambda: requests(10, 10, 10, 10), "base", tag="off-")
    yield from build(load, lambda: requests(1, 2, 1, 2), "base", tag="sharp-")

EXPECT = {'topic': 'inference',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
