"""Reading comprehension: exact matches of predicted spans are counted with a generator expression."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


class SpanHead(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.qa_outputs = nn.Linear(dim, 2)

    def forward(self, hidden):
        start, end = self.qa_outputs(hidden).unbind(dim=-1)
        return start, end


class Evaluator:
    def __init__(self):
        self.head = SpanHead().eval()

    @staticmethod
    def exact_matches(pred, gold):
        return sum(1 for p, g in zip(pred, gold) if torch.equal(p, g))

    @torch.no_grad()
    def evaluate(self, hidden, gold):
        """hidden: (B, T, dim), gold: (B, 2) start and end"""
        start, end = self.head(hidden)
        pred = torch.stack([start.argmax(dim=-1), end.argmax(dim=-1)], dim=-1)
        em = self.exact_matches(pred, gold)
        return {"exact": 100.0 * em / len(gold), "total": len(gold)}, pred


def load():
    return torch.compile(Evaluator().evaluate)


def cases():
    yield from build(load, lambda: (randn(4, 6, 5), ints(0, 6, 4, 2)), "base")
    yield from build(load, lambda: (torch.zeros(3, 6, 5), torch.tensor([[0, 0], [0, 1], [0, 0]])), "base", tag="ties-")

EXPECT = {'topic': 'language',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {25: 3},
 'gb': ['GB0033', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
