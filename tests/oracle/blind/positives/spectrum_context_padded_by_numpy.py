"""A speech front end repeats the first and the last frame by np.pad before it stacks neighbouring frames."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


def splice(frames, left, right):
    padded = np.pad(frames.detach().cpu().numpy(), ((0, 0), (left, right), (0, 0)), mode="edge")
    windows = [padded[:, i : i + frames.shape[1]] for i in range(left + right + 1)]
    return torch.from_numpy(np.concatenate(windows, axis=-1))


class TDNNAcousticModel(nn.Module):
    def __init__(self, n_mels=4, hidden=8, phones=5, context=(2, 1)):
        super().__init__()
        self.context = context
        self.layers = nn.Sequential(
            nn.Linear(n_mels * (sum(context) + 1), hidden),
            nn.ReLU(),
            nn.Linear(hidden, phones),
        )
        self.register_buffer("log_prior", torch.tensor([0.3, 0.25, 0.2, 0.15, 0.1]).log())

    def forward(self, fbank):
        fbank = (fbank - fbank.mean(dim=1, keepdim=True)) / (fbank.std(dim=1, keepdim=True) + 1e-5)
        x = splice(fbank, *self.context)
        logp = self.layers(x).log_softmax(dim=-1)
        return logp - self.log_prior


def load():
    return torch.compile(TDNNAcousticModel())


def load_wide():
    return torch.compile(TDNNAcousticModel(context=(3, 3)))


def cases():
    yield from build(load, lambda: (randn(2, 6, 4),), "base grad nan")
    yield from build(load_wide, lambda: (randn(1, 3, 4),), "base", tag="wide-")

EXPECT = {'topic': 'speech',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {11: 3},
 'gb': ['GB0087'],
 'skips': 0,
 'graphs_per_call': 4,
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
