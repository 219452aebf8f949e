"""Ragged event sequences: the padded batch is cut to the longest row that it holds before it goes on."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from fxkit import build, randn


@dataclass
class Batch:
    events: Tensor
    lengths: Tensor


def trim(batch: Batch) -> Batch:
    longest = int(batch.lengths.max())
    return Batch(batch.events[:, :longest], batch.lengths)


class HawkesEncoder(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.decay = nn.Parameter(torch.tensor(0.5))

    def forward(self, events, lengths):
        batch = trim(Batch(events, lengths))
        h = torch.tanh(self.fc(batch.events))
        steps = torch.arange(batch.events.shape[1])
        weights = torch.exp(-self.decay * (steps[:, None] - steps[None]).clamp(min=0)).tril()
        return weights @ h


def load():
    return torch.compile(HawkesEncoder())


def cases():
    yield from build(load, lambda: (randn(2, 6, 3), torch.tensor([2, 4])), "base")
    yield from build(load, lambda: (randn(2, 6, 3), torch.tensor([6, 1])), "base", tag="full-")

EXPECT = {'topic': 'time series',
 'kind': 'int()',
 'verdict': 'decline',
 'obligations': ['the shape of the result depends on the data'],
 'breaks': {18: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['shape'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
