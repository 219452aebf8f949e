"""Mean and standard deviation of each utterance over its true length."""

import torch
import torch.nn as nn

from fxkit import build, randn


class StatisticsPooling(nn.Module):
    def __init__(self, return_std=True, eps=1e-5):
        super().__init__()
        self.eps = eps
        self.return_std = return_std

    def forward(self, x, lengths=None):
        if lengths is None:
            mean = x.mean(dim=1)
            std = x.std(dim=1)
        else:
            mean = []
            std = []
            for snt_id in range(x.shape[0]):
                actual_size = int(torch.round(lengths[snt_id] * x.shape[1]))
                mean.append(torch.mean(x[snt_id, 0:actual_size, ...], dim=0))
                std.append(torch.std(x[snt_id, 0:actual_size, ...], dim=0))
            mean = torch.stack(mean)
            std = torch.stack(std)
        if self.return_std:
            return torch.cat((mean, std + self.eps), dim=1).unsqueeze(1)
        return mean.unsqueeze(1)


class SpeakerHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool = StatisticsPooling()
        self.fc = nn.Linear(8, 3)

    def forward(self, feats, lengths=None):
        return self.fc(self.pool(torch.relu(feats) + feats, lengths))


def load():
    return torch.compile(SpeakerHead())


def cases():
    yield from build(load, lambda: (randn(3, 6, 4), torch.tensor([1.0, 0.5, 2 / 3]).double()), "base big")
    yield from build(load, lambda: (randn(3, 6, 4).requires_grad_(), torch.tensor([1.0, 0.5, 2 / 3])), "base", tag="grad-")
    yield from build(load, lambda: (randn(3, 6, 4),), "base grad", tag="full-")


EXPECT = {'topic': 'speech',
 'rewrites': ['R30'],
 'breaks': {23: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
