"""Chat generation stops a row once its last tokens spell one of the stop sequences."""

import torch
from torch import nn

from fxkit import build, ints, randn


class StoppingCriteriaSub:
    def __init__(self, stops):
        self.stops = [torch.tensor(s) for s in stops]

    def hit(self, row):
        for stop in self.stops:
            if torch.all(stop == row[-len(stop):]).item():
                return True
        return False

    def __call__(self, input_ids):
        return torch.tensor([self.hit(row) for row in input_ids])


class ChatStep(nn.Module):
    def __init__(self, vocab=12, dim=6, pad=0):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab)
        self.stopping = StoppingCriteriaSub([[5], [3, 4], [7, 7, 1]])
        self.pad = pad

    def forward(self, ids, finished):
        logits = self.head(self.embed(ids).mean(dim=1))
        token = logits.argmax(dim=-1)
        finished = finished | self.stopping(ids)
        token = torch.where(finished, torch.full_like(token, self.pad), token)
        return torch.cat([ids, token.unsqueeze(-1)], dim=-1), finished


def load():
    return torch.compile(ChatStep())


def cases():
    rows = torch.tensor([[1, 2, 3, 4], [8, 7, 7, 1], [2, 3, 4, 9], [6, 6, 6, 5]])
    yield from build(load, lambda: (rows.clone(), torch.zeros(4, dtype=torch.bool)), "base true")
    yield from build(load, lambda: (ints(6, 12, 4, 4), torch.zeros(4, dtype=torch.bool)), "base", tag="going-")

EXPECT = {'topic': 'llm',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 9,
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
