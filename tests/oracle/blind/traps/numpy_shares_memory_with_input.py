"""A waveform cleaner works on the numpy view of its input: the caller's tensor changes as well."""

import torch
from torch import nn

from fxkit import build, randn


class DePopper:
    """Replaces single samples that jump by more than the limit by their left neighbour."""

    def __init__(self, limit=1.5):
        self.limit = limit

    def __call__(self, wav):
        x = wav.detach().cpu().numpy()
        for i in range(1, len(x)):
            if abs(x[i] - x[i - 1]) > self.limit:
                x[i] = x[i - 1]
        return torch.from_numpy(x)


class LogEnergyFrontend(nn.Module):
    def __init__(self, n_filters=3, kernel=4, hop=2, depop=True):
        super().__init__()
        self.clean = DePopper() if depop else None
        self.filters = nn.Conv1d(1, n_filters, kernel, stride=hop, bias=False)

    def forward(self, wav):
        if self.clean is not None:
            wav = self.clean(wav)
        h = self.filters(wav.view(1, 1, -1))
        return torch.log(h.square() + 1e-5).squeeze(0)


def load(depop=True):
    return torch.compile(LogEnergyFrontend(depop=depop))


def cases():
    yield from build(load, lambda: (randn(10),), "base grad big small nan zero")
    yield from build(lambda: load(False), lambda: (randn(10),), "base", tag="off-")

EXPECT = {'topic': 'audio',
 'kind': 'numpy',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing', 'effects'],
 'breaks': {18: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['arguments'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
