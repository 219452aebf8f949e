"""Session recommender: an item that occurs several times in a session adds one to its document frequency."""

import torch
from torch import nn

from fxkit import build, ints


class DocumentFrequency(nn.Module):
    def __init__(self, items):
        super().__init__()
        self.register_buffer("frequency", torch.zeros(items))
        self.register_buffer("sessions", torch.zeros(()))

    def update(self, session):
        self.frequency[session.unique()] += 1
        self.sessions += 1

    def idf(self):
        return torch.log((1 + self.sessions) / (1 + self.frequency)) + 1


class SessionModel(nn.Module):
    def __init__(self, items=6, dim=4):
        super().__init__()
        self.embed = nn.Embedding(items, dim)
        self.df = DocumentFrequency(items)

    def forward(self, sessions):
        if self.training:
            for session in sessions:
                self.df.update(session)
        weight = self.df.idf()[sessions]
        user = (self.embed(sessions) * weight[..., None]).mean(dim=1)
        return user @ self.embed.weight.t()


def load(training=True):
    return torch.compile(SessionModel().train(training))


def cases():
    yield from build(load, lambda: (torch.tensor([[0, 1, 1, 5], [2, 3, 4, 0]]),), "base")
    yield from build(load, lambda: (ints(0, 3, 3, 4),), "base", tag="repeats-")
    yield from build(lambda: load(False), lambda: (ints(0, 6, 3, 4),), "base", tag="eval-")

EXPECT = {'topic': 'recommender',
 'kind': 'unique',
 'rewrites': [],
 'breaks': {16: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
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
