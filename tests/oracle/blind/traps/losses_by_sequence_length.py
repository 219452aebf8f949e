"""Evaluation losses are reported in a dictionary by the length of the sequence."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class TinyLM(nn.Module):
    def __init__(self, vocab=6, dim=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.head = nn.Linear(dim, vocab)

    def token_losses(self, ids):
        logits = self.head(torch.tanh(self.embed(ids[:, :-1])))
        return F.cross_entropy(logits.transpose(1, 2), ids[:, 1:], reduction="none")


class LengthReport(nn.Module):
    def __init__(self, pad=0):
        super().__init__()
        self.model = TinyLM()
        self.pad = pad

    @torch.no_grad()
    def forward(self, ids):
        mask = ids[:, 1:] != self.pad
        per_row = (self.model.token_losses(ids) * mask).sum(dim=1)
        report = {}
        for row, length in zip(per_row, mask.sum(dim=1)):
            key = int(length)
            report[key] = report.get(key, 0.0) + row
        return report


def load():
    return torch.compile(LengthReport())


def cases():
    yield from build(load, lambda: (torch.tensor([[1, 2, 0, 0], [3, 4, 5, 1], [2, 1, 0, 0]]),), "base")
    yield from build(load, lambda: (ints(1, 6, 2, 4),), "base", tag="full-")
    yield from build(load, lambda: (torch.tensor([[1, 0, 0], [2, 3, 4]]),), "base", tag="short-")

EXPECT = {'topic': 'language model',
 'kind': 'numbers',
 'verdict': 'decline',
 'obligations': ['number as a dict key'],
 'breaks': {33: 4},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['values', 'type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
