"""Logit processors of a small text generator; the repetition penalty works on the tokens seen so far."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, ints, randn


@dataclass
class SamplingConfig:
    repetition_penalty: float = 1.3
    temperature: float = 0.7


class LogitsProcessor(nn.Module):
    def __init__(self, config=SamplingConfig()):
        super().__init__()
        self.config = config

    def seen(self, input_ids, vocab):
        """(batch, vocab) mask of tokens that occur in the context."""
        return torch.zeros(input_ids.shape[0], vocab, dtype=torch.bool).scatter(1, input_ids, True)

    def forward(self, logits, input_ids):
        penalty = self.config.repetition_penalty
        logits = logits.clone()
        seen = self.seen(input_ids, logits.shape[-1])
        positive = seen & (logits > 0)
        negative = seen & ~(logits > 0)
        logits[positive] = logits[positive] / penalty
        logits[negative] = logits[negative] * penalty
        return logits / self.config.temperature


class Generator(nn.Module):
    def __init__(self, dim=4, vocab=8):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab, bias=False)
        self.process = LogitsProcessor()

    def forward(self, hidden, input_ids):
        return self.process(self.lm_head(hidden), input_ids).log_softmax(dim=-1)


def load():
    return torch.compile(Generator())


def cases():
    yield from build(load, lambda: (randn(3, 4), ints(0, 8, 3, 5)), "base grad big zero nan inf")

EXPECT = {'topic': 'inference',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {32: 2, 33: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
