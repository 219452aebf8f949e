"""FastSpeech length regulator with a fixed mel length: every phoneme state is repeated for its frames."""

import torch
from torch import nn

from fxkit import build, ints, randn


class LengthRegulator(nn.Module):
    def __init__(self, mel_max_len):
        super().__init__()
        self.mel_max_len = mel_max_len

    def expand(self, batch, predicted):
        out = []
        for i, vec in enumerate(batch):
            expand_size = predicted[i].item()
            out.append(vec.expand(max(int(expand_size), 0), -1))
        return torch.cat(out, 0)

    def pad(self, x):
        x = x[: self.mel_max_len]
        missing = self.mel_max_len - x.shape[0]
        return torch.cat([x, x.new_zeros(missing, x.shape[1])], 0)

    def forward(self, x, duration):
        output = [self.pad(self.expand(batch, target)) for batch, target in zip(x, duration)]
        return torch.stack(output)


class VarianceAdaptor(nn.Module):
    def __init__(self, dim=3, mel_len=10):
        super().__init__()
        self.predictor = nn.Sequential(nn.Linear(dim, 6), nn.ReLU(), nn.LayerNorm(6), nn.Linear(6, 1))
        self.regulator = LengthRegulator(mel_len)
        self.decoder = nn.Linear(dim, 2)

    def forward(self, x, duration_target=None):
        log_duration = self.predictor(x).squeeze(-1)
        if duration_target is None:
            duration = torch.clamp(torch.round(torch.exp(log_duration) - 1), min=0)
        else:
            duration = duration_target
        return self.decoder(self.regulator(x, duration)), log_duration


def load():
    return torch.compile(VarianceAdaptor())


def cases():
    yield from build(load, lambda: (randn(2, 4, 3), ints(0, 4, 2, 4)), "base grad")
    yield from build(load, lambda: (randn(2, 4, 3), ints(2, 5, 2, 4)), "base", tag="long-")
    yield from build(load, lambda: (randn(2, 4, 3),), "base", tag="predicted-")

EXPECT = {'topic': 'speech',
 'kind': 'loop over rows',
 'rewrites': [],
 'breaks': {17: 4, 27: 1},
 'gb': ['GB0124', 'GB4347', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
