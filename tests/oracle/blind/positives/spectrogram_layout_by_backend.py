"""A spectrogram tagger asks at every call whether oneDNN is there, to choose the memory layout."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def preferred_layout():
    if torch.backends.mkldnn.is_available():
        return torch.channels_last
    return torch.contiguous_format


class ConvBlock(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.conv = nn.Conv2d(n_in, n_out, 3, padding=1)
        self.bn = nn.BatchNorm2d(n_out)

    def forward(self, x):
        return F.avg_pool2d(F.relu(self.bn(self.conv(x))), 2)


class AudioTagger(nn.Module):
    """Mel spectrogram (batch, frames, mels) to the probability of each tag."""

    def __init__(self, tags=3, width=4):
        super().__init__()
        self.block1 = ConvBlock(1, width)
        self.block2 = ConvBlock(width, width)
        self.head = nn.Linear(width, tags)

    def forward(self, mel):
        x = mel.unsqueeze(1).contiguous(memory_format=preferred_layout())
        x = self.block2(self.block1(x))
        return self.head(x.mean(dim=(2, 3))).sigmoid()


def load():
    return torch.compile(AudioTagger())


def cases():
    yield from build(load, lambda: (randn(2, 8, 4),), "base grad big nan")
    yield from build(lambda: load().eval(), lambda: (randn(2, 8, 4),), "base", tag="eval-")

EXPECT = {'topic': 'audio',
 'kind': 'host',
 'rewrites': [],
 'breaks': {11: 2, 36: 1},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
