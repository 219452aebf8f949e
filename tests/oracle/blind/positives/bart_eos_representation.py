"""Sequence classification from the last end-of-sentence token of each example."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build


class ClassificationHead(nn.Module):
    def __init__(self, dim, classes):
        super().__init__()
        self.dense = nn.Linear(dim, dim)
        self.out_proj = nn.Linear(dim, classes)

    def forward(self, hidden_states):
        return self.out_proj(torch.tanh(self.dense(hidden_states)))


class BartForSequenceClassification(nn.Module):
    def __init__(self, vocab=12, dim=6, classes=2, eos_token_id=2):
        super().__init__()
        self.eos_token_id = eos_token_id
        self.shared = nn.Embedding(vocab, dim)
        self.decoder = nn.Linear(dim, dim)
        self.classification_head = ClassificationHead(dim, classes)

    def forward(self, input_ids, labels=None):
        hidden_states = torch.tanh(self.decoder(self.shared(input_ids).cumsum(1)))
        eos_mask = input_ids.eq(self.eos_token_id).to(hidden_states.device)

        if len(torch.unique_consecutive(eos_mask.sum(1))) > 1:
            raise ValueError("All examples must have the same number of <eos> tokens.")
        sentence_representation = hidden_states[eos_mask, :].view(
            hidden_states.size(0), -1, hidden_states.size(-1)
        )[:, -1, :]
        logits = self.classification_head(sentence_representation)

        loss = None
        if labels is not None:
            loss = F.cross_entropy(logits, labels)
        return loss, logits


def load():
    return torch.compile(BartForSequenceClassification())


def cases():
    labels = lambda: torch.tensor([0, 1])
    yield from build(load, lambda: (torch.tensor([[5, 2, 7, 2], [2, 6, 2, 0]]), labels()), "base")
    yield from build(load, lambda: (torch.tensor([[5, 8, 7, 2], [3, 6, 2, 0]]),), "base", tag="infer-")
    yield from build(load, lambda: (torch.tensor([[5, 2, 7, 2], [3, 6, 2, 0]]), labels()), "base", tag="uneven-")

EXPECT = {'topic': 'language models',
 'kind': 'checks',
 'rewrites': [],
 'breaks': {32: 1, 33: 1, 34: 1},
 'gb': ['GB0036', 'GB0088'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
