"""Perplexity by math.exp: a diverged model raises OverflowError, which the evaluation reports as infinite."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class LMEval(nn.Module):
    def __init__(self, vocab=5):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(vocab))

    def forward(self, logits, labels):
        nll = F.cross_entropy((logits + self.bias).flatten(0, 1), labels.flatten())
        return nll, math.exp(nll.item())


class Evaluation:
    def __init__(self):
        self.diverged = 0
        self.lm = torch.compile(LMEval())

    def run(self, logits, labels):
        try:
            nll, ppl = self.lm(logits, labels)
        except OverflowError:
            self.diverged += 1
            return None, "diverged"
        return nll, f"{ppl:.2f}"


def load():
    return Evaluation().run


def cases():
    yield from build(load, lambda: (randn(2, 3, 5), ints(0, 5, 2, 3)), "base zero big nan")

EXPECT = {'topic': 'language',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R29'],
 'breaks': {19: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['None or not', 'type', 'value'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
