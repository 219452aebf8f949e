"""The losses of many micro batches come in bfloat16 and are added up as numbers of Python."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class MicroBatchEval(nn.Module):
    def __init__(self, dim=4, vocab=5):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab, dtype=torch.bfloat16)

    @torch.no_grad()
    def forward(self, hidden, labels):
        total_loss, total_tokens = 0.0, 0
        for h, y in zip(hidden.split(1), labels.split(1)):
            logits = self.lm_head(h.to(torch.bfloat16)).flatten(0, 1)
            loss = F.cross_entropy(logits, y.flatten(), reduction="sum")
            total_loss += loss.item()
            total_tokens += y.numel()
        return total_loss / total_tokens, total_tokens


def load():
    return torch.compile(MicroBatchEval())


def cases():
    yield from build(load, lambda: (randn(8, 9, 4), ints(0, 5, 8, 9)), "base")
    yield from build(load, lambda: (randn(8, 9, 4) * 9, ints(0, 5, 8, 9)), "base", tag="unsure-")
    yield from build(load, lambda: (randn(1, 2, 4), ints(0, 5, 1, 2)), "base", tag="short-")

EXPECT = {'topic': 'llm',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['precision of a Python float', 'half precision'],
 'breaks': {21: 3},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
