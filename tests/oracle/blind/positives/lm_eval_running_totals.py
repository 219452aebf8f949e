"""Perplexity over an evaluation set, with the pad tokens left out."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class PerplexityEvaluator:
    def __init__(self, head, pad_id=0):
        self.head = head
        self.pad_id = pad_id
        self.total_nll = 0.0
        self.total_tokens = 0

    @torch.no_grad()
    def update(self, hidden, labels):
        logits = self.head(hidden)
        shift_logits = logits[:, :-1].reshape(-1, logits.size(-1))
        shift_labels = labels[:, 1:].reshape(-1)
        nll = F.cross_entropy(shift_logits, shift_labels, ignore_index=self.pad_id, reduction="sum")
        ntok = (shift_labels != self.pad_id).sum()
        self.total_nll += nll.item()
        self.total_tokens += int(ntok)
        return nll / ntok.clamp(min=1)

    def perplexity(self):
        return math.exp(self.total_nll / max(self.total_tokens, 1))


def load():
    evaluator = PerplexityEvaluator(nn.Linear(6, 9))
    step = torch.compile(evaluator.update)

    class Run:
        def __init__(self):
            self.evaluator = evaluator

        def __call__(self, hidden, labels):
            loss = step(hidden, labels)
            return loss, round(evaluator.perplexity(), 3)

    return Run()


def cases():
    yield from build(load, lambda: (randn(2, 5, 6), ints(0, 9, 2, 5)), "base neg small")
    yield from build(load, lambda: (randn(2, 5, 6), torch.zeros(2, 5, dtype=torch.long)), "base", tag="padded-")


EXPECT = {'topic': 'nlp',
 'rewrites': ['R22'],
 'breaks': {-1: 3, 26: 1, 27: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
