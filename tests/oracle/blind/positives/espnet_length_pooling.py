"""Statistics pooling of variable-length utterances for speaker embeddings."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class FrameEncoder(nn.Module):
    def __init__(self, idim: int, odim: int):
        super().__init__()
        self.conv = nn.Conv1d(idim, odim, 3, padding=1)

    def forward(self, xs: Tensor) -> Tensor:
        return torch.relu(self.conv(xs.transpose(1, 2))).transpose(1, 2)


class StatsPooling(nn.Module):
    """Mean and standard deviation over the valid frames of every utterance."""

    def __init__(self, eps: float = 1e-5):
        super().__init__()
        self.eps = eps

    def forward(self, hs: Tensor, hlens: Tensor) -> Tensor:
        pooled = []
        for h, n in zip(hs, hlens.tolist()):
            h = h[:n]
            mean = h.mean(dim=0)
            std = (h.var(dim=0, unbiased=False) + self.eps).sqrt()
            pooled.append(torch.cat([mean, std]))
        return torch.stack(pooled)


class SpeakerModel(nn.Module):
    def __init__(self, idim=4, hdim=6, edim=3, pool=None):
        super().__init__()
        self.encoder = FrameEncoder(idim, hdim)
        self.pool = pool if pool is not None else StatsPooling()
        self.project = nn.Linear(hdim * 2, edim)

    def forward(self, speech: Tensor, speech_lengths: Tensor) -> Tensor:
        assert speech.dim() == 3, speech.shape
        assert speech.size(0) == speech_lengths.size(0), (speech.shape, speech_lengths.shape)
        hs = self.encoder(speech)
        stats = self.pool(hs, speech_lengths)
        return nn.functional.normalize(self.project(stats), dim=-1)


def make():
    return torch.compile(SpeakerModel())


def _args(lens, t=6):
    return randn(len(lens), t, 4), torch.tensor(lens)


def cases():
    yield from build(make, lambda: _args([6, 3, 1]), "base grad")
    yield from build(make, lambda: _args([6, 6, 6]), "base", tag="full-")
    yield from build(make, lambda: _args([2]), "base nan", tag="one-")
    yield from build(make, lambda: _args([4, 5]), "base", tag="short-")

EXPECT = {'topic': 'speaker verification',
 'rewrites': [],
 'breaks': {27: 7},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'grad-close', 'finite', 'finite-grad', 'grad-none-zero']}
