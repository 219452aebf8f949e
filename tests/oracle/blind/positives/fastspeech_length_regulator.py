"""Length regulator of FastSpeech 2: every phoneme encoding is repeated for its duration and padded."""

import torch
from torch import nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def pad(input_ele, mel_max_length):
    out_list = []
    for batch in input_ele:
        out_list.append(F.pad(batch, (0, 0, 0, mel_max_length - batch.size(0)), "constant", 0.0))
    return torch.stack(out_list)


class LengthRegulator(nn.Module):
    """Length Regulator"""

    def LR(self, x, duration, max_len):
        output = list()
        for batch, expand_target in zip(x, duration):
            output.append(self.expand(batch, expand_target))
        return pad(output, max_len)

    def expand(self, batch, predicted):
        out = list()
        for i, vec in enumerate(batch):
            expand_size = predicted[i].item()
            out.append(vec.expand(max(int(expand_size), 0), -1))
        return torch.cat(out, 0)

    def forward(self, x, duration, max_len):
        return self.LR(x, duration, max_len)


class VarianceAdaptor(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.pitch = nn.Linear(dim, 1)
        self.length_regulator = LengthRegulator()

    def forward(self, x, duration, max_len):
        pitch = self.pitch(x).squeeze(-1)
        return self.length_regulator(x + pitch.unsqueeze(-1), duration, max_len), pitch


def load():
    return torch.compile(VarianceAdaptor())


def cases():
    yield from build(load, lambda: (randn(2, 4, 6), ints(0, 4, 2, 4), 14), "base grad nan")
    yield from build(load, lambda: (randn(1, 3, 6), torch.tensor([[2.0, 0.0, 3.0]]), 5), "base", tag="exact-")


EXPECT = {'topic': 'tts',
 'rewrites': [],
 'breaks': {29: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
