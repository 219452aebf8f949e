"""Energy score of a decoder: the logsumexp over the tokens that the grammar allows."""

import torch
from torch import nn

from fxkit import build, randn


class GrammarScorer(nn.Module):
    def __init__(self, dim=4, vocab=5, temperature=1.5):
        super().__init__()
        self.lm_head = nn.Linear(dim, vocab)
        self.temperature = temperature

    def energy(self, logits, allowed):
        return -self.temperature * torch.logsumexp(logits[allowed] / self.temperature, dim=0)

    def forward(self, hidden, allowed):
        logits = self.lm_head(hidden)
        return {"logits": logits, "energy": self.energy(logits, allowed)}


def load():
    return torch.compile(GrammarScorer())


def cases():
    some = torch.tensor([True, False, True, False, False])
    yield from build(load, lambda: (randn(4), some), "base grad")
    yield from build(load, lambda: (randn(4), torch.zeros(5, dtype=torch.bool)), "base", tag="none-")

EXPECT = {'topic': 'LLM, out of distribution',
 'kind': 'masks',
 'verdict': 'any correct rewrite',
 'obligations': ['neutral element', 'empty selections'],
 'breaks': {16: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['inf positions', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
