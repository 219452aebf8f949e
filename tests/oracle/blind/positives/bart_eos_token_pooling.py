"""Sequence classification from the state of the last end of sentence token."""

import torch
import torch.nn as nn

from fxkit import build, randn


class ClassificationHead(nn.Module):
    def __init__(self, dim, num_labels):
        super().__init__()
        self.dense = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, num_labels)

    def forward(self, hidden):
        return self.out_proj(torch.tanh(self.dense(hidden)))


class SequenceClassifier(nn.Module):
    def __init__(self, vocab=8, dim=6, num_labels=2, eos_token_id=2):
        super().__init__()
        self.eos_token_id = eos_token_id
        self.embed = nn.Embedding(vocab, dim)
        self.encoder = nn.Linear(dim, dim)
        self.head = ClassificationHead(dim, num_labels)

    def forward(self, input_ids, inputs_embeds=None):
        embeds = self.embed(input_ids) if inputs_embeds is None else inputs_embeds
        hidden_states = torch.tanh(self.encoder(embeds).cumsum(1))
        eos_mask = input_ids.eq(self.eos_token_id)
        if len(torch.unique_consecutive(eos_mask.sum(1))) > 1:
            raise ValueError("All examples must have the same number of <eos> tokens.")
        sentence = hidden_states[eos_mask, :].view(hidden_states.size(0), -1, hidden_states.size(-1))[:, -1, :]
        return self.head(sentence)


def load():
    return torch.compile(SequenceClassifier())


def cases():
    yield from build(load, lambda: (torch.tensor([[3, 4, 2, 5], [3, 2, 1, 1]]),), "base")
    yield from build(load, lambda: (torch.tensor([[2, 4, 2, 5], [3, 2, 1, 2]]), randn(2, 4, 6)), "base grad", tag="embeds-")
    yield from build(load, lambda: (torch.tensor([[2, 4, 2, 5], [3, 2, 1, 1]]),), "base", tag="uneven-")


EXPECT = {'topic': 'nlp',
 'rewrites': ['R18', 'R25'],
 'breaks': {31: 3, 32: 1, 33: 1},
 'gb': ['GB0036', 'GB0088'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type', 'close'],
 'unsafe': ['close', 'compiled-exception-type']}
