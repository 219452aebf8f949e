"""The length regulator of FastSpeech repeats each phoneme as often as its duration and pads to a given length."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def pad(input_ele, mel_max_length):
    out_list = []
    for batch in input_ele:
        one_batch_padded = F.pad(batch, (0, 0, 0, mel_max_length - batch.size(0)), "constant", 0.0)
        out_list.append(one_batch_padded)
    return torch.stack(out_list)


class LengthRegulator(nn.Module):
    def expand(self, batch, predicted):
        out = list()
        for i, vec in enumerate(batch):
            expand_size = predicted[i].item()
            out.append(vec.expand(max(int(expand_size), 0), -1))
        return torch.cat(out, 0)

    def forward(self, x, duration, max_len):
        output, mel_len = list(), list()
        for batch, expand_target in zip(x, duration):
            expanded = self.expand(batch, expand_target)
            output.append(expanded)
            mel_len.append(expanded.shape[0])
        return pad(output, max_len), torch.LongTensor(mel_len)


class VarianceAdaptor(nn.Module):
    def __init__(self, dim=4, max_len=12):
        super().__init__()
        self.max_len = max_len
        self.duration_predictor = nn.Linear(dim, 1)
        self.length_regulator = LengthRegulator()

    def forward(self, x, duration_target):
        log_duration = self.duration_predictor(x).squeeze(-1)
        out, mel_len = self.length_regulator(x, duration_target, self.max_len)
        return out, mel_len, log_duration


def load():
    return torch.compile(VarianceAdaptor())


def cases():
    yield from build(load, lambda: (randn(2, 4, 4), ints(0, 4, 2, 4)), "base grad nan")
    yield from build(load, lambda: (randn(2, 4, 4), torch.tensor([[3, 3, 3, 3], [0, 0, 0, 0]])), "base grad", tag="silent-")

EXPECT = {'topic': 'speech',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {22: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
