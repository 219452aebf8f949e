"""The backward half of a bidirectional reader: every sequence is reversed inside of its own length."""

import torch
from torch import nn

from fxkit import build, randn


def reverse_padded_sequence(inputs, lengths, batch_first=True):
    if not batch_first:
        inputs = inputs.transpose(0, 1)
    reversed_inputs = inputs.clone()
    for i in range(inputs.size(0)):
        length = lengths[i].item()
        reversed_inputs[i, :length] = inputs[i, :length].flip(0)
    if not batch_first:
        reversed_inputs = reversed_inputs.transpose(0, 1)
    return reversed_inputs


class BackwardReader(nn.Module):
    def __init__(self, dim=3, hidden=4):
        super().__init__()
        self.cell = nn.Linear(dim + hidden, hidden)
        self.hidden = hidden

    def forward(self, x, lengths):
        x = reverse_padded_sequence(x, lengths)
        h = x.new_zeros(x.size(0), self.hidden)
        outs = []
        for t in range(x.size(1)):
            h = torch.tanh(self.cell(torch.cat([x[:, t], h], -1)))
            outs.append(h)
        return reverse_padded_sequence(torch.stack(outs, 1), lengths)


def load():
    return torch.compile(BackwardReader())


def cases():
    yield from build(load, lambda: (randn(3, 4, 3), torch.tensor([4, 2, 1])), "base grad nan")
    yield from build(load, lambda: (randn(2, 3, 3), torch.tensor([0, 3])), "base", tag="empty-")

EXPECT = {'topic': 'NLP',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {-1: 3, 14: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
