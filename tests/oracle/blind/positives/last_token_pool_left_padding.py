"""Sentence embeddings from the last token, whichever side the batch is padded on."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


def last_token_pool(last_hidden_states, attention_mask):
    left_padding = (attention_mask[:, -1].sum() == attention_mask.shape[0])
    if left_padding:
        return last_hidden_states[:, -1]
    else:
        sequence_lengths = attention_mask.sum(dim=1) - 1
        batch_size = last_hidden_states.shape[0]
        return last_hidden_states[torch.arange(batch_size, device=last_hidden_states.device), sequence_lengths]


class E5Embedder(nn.Module):
    def __init__(self, vocab=20, dim=6, temperature=0.05):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.rnn = nn.Linear(dim, dim)
        self.temperature = temperature

    def encode(self, input_ids, attention_mask):
        hidden = torch.tanh(self.rnn(self.embed(input_ids).cumsum(dim=1)))
        return F.normalize(last_token_pool(hidden, attention_mask), p=2, dim=1)

    def forward(self, queries, query_mask, passages, passage_mask):
        q = self.encode(queries, query_mask)
        p = self.encode(passages, passage_mask)
        scores = q @ p.T / self.temperature
        return F.cross_entropy(scores, torch.arange(q.shape[0])), scores


def load():
    return torch.compile(E5Embedder())


RIGHT = [[1, 1, 1, 1], [1, 1, 0, 0], [1, 0, 0, 0]]
LEFT = [[1, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1]]


def cases():
    ids = lambda seed: ints(1, 20, 3, 4, seed=seed)
    yield from build(load, lambda: (ids(0), torch.tensor(RIGHT), ids(1), torch.tensor(RIGHT)), "base", tag="right-")
    yield from build(load, lambda: (ids(0), torch.tensor(LEFT), ids(1), torch.tensor(LEFT)), "base", tag="left-")
    yield from build(load, lambda: (ids(0), torch.tensor(LEFT), ids(1), torch.tensor(RIGHT)), "base", tag="mixed-")
    yield from build(load, lambda: (ids(0), torch.zeros(3, 4, dtype=torch.long), ids(1), torch.ones(3, 4, dtype=torch.long)), "base", tag="nothing-")

EXPECT = {'topic': 'language models',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {12: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 9,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
