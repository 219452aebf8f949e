"""A model server keeps how long the last forward took and how many requests it has answered."""

import time

import torch
from torch import nn

from fxkit import build, ints


class Timer:
    def __init__(self):
        self.count = 0
        self.slow = 0
        self.limit = 3600.0

    def add(self, seconds):
        self.count += 1
        if seconds > self.limit:
            self.slow += 1


class TextClassifier(nn.Module):
    def __init__(self, vocab=30, dim=6, classes=3):
        super().__init__()
        self.embedding = nn.EmbeddingBag(vocab, dim, mode="mean")
        self.fc = nn.Linear(dim, classes)
        self.timer = Timer()

    def predict(self, tokens):
        bag = self.embedding(tokens)
        return torch.softmax(self.fc(torch.relu(bag)), dim=-1)

    def forward(self, tokens):
        start = time.perf_counter()
        probs = self.predict(tokens)
        scores, labels = probs.max(dim=-1)
        self.timer.add(time.perf_counter() - start)
        return {"label": labels, "score": scores}


def load():
    return torch.compile(TextClassifier())


def cases():
    yield from build(load, lambda: (ints(0, 30, 3, 5),), "base")
    yield from build(load, lambda: (ints(0, 30, 1, 2),), "base", tag="short-")

EXPECT = {'topic': 'serving',
 'kind': 'time',
 'rewrites': [],
 'breaks': {35: 1, 38: 3},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
