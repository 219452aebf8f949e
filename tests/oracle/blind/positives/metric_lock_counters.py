"""A retrieval model counts its queries and embeddings under a lock that a reporting thread shares."""

import threading

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class Metrics:
    def __init__(self):
        self._lock = threading.Lock()
        self.queries = 0
        self.embeddings = 0

    def add(self, queries, embeddings):
        with self._lock:
            self.queries += queries
            self.embeddings += embeddings

    def snapshot(self):
        with self._lock:
            return {"queries": self.queries, "embeddings": self.embeddings}


METRICS = Metrics()


class DualEncoder(nn.Module):
    def __init__(self, dim=6, out=4, temperature=0.07):
        super().__init__()
        self.query = nn.Linear(dim, out)
        self.passage = nn.Linear(dim, out)
        self.temperature = temperature

    def encode(self, tower, x):
        return F.normalize(tower(x), dim=-1)

    def forward(self, queries, passages):
        METRICS.add(queries.size(0), queries.size(0) + passages.size(0))
        q = self.encode(self.query, queries)
        p = self.encode(self.passage, passages)
        scores = q @ p.t() / self.temperature
        target = torch.arange(q.size(0))
        return F.cross_entropy(scores, target), scores.argmax(dim=-1)


def load():
    METRICS.queries = METRICS.embeddings = 0
    return torch.compile(DualEncoder())


def cases():
    yield from build(load, lambda: (randn(3, 6), randn(5, 6)), "base grad nan")
    yield from build(load, lambda: (randn(1, 6), randn(1, 6)), "base", tag="one-")

EXPECT = {'topic': 'retrieval',
 'kind': 'lock',
 'rewrites': [],
 'breaks': {19: 3},
 'gb': ['GB0142'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
