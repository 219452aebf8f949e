"""CTC preparation: samples whose audio is shorter than the transcript are dropped with a warning."""

import warnings

import torch
from torch import nn

from fxkit import build, randn


class ConvSubsampling(nn.Module):
    def __init__(self, feat_dim=4, channels=6, stride=2):
        super().__init__()
        self.stride = stride
        self.conv = nn.Conv1d(feat_dim, channels, 3, stride=stride, padding=1)

    def forward(self, x, lengths):
        y = torch.relu(self.conv(x.transpose(1, 2))).transpose(1, 2)
        return y, (lengths + self.stride - 1) // self.stride


class CTCHead(nn.Module):
    def __init__(self, vocab=5):
        super().__init__()
        self.subsample = ConvSubsampling()
        self.proj = nn.Linear(6, vocab)
        self.blank_penalty = 0.1

    def frame_scores(self, feats):
        logp = self.proj(feats).log_softmax(dim=-1)
        penalty = torch.zeros_like(logp)
        penalty[..., 0] = self.blank_penalty
        return logp - penalty

    def forward(self, feats, feat_lengths, target_lengths):
        hidden, out_lengths = self.subsample(feats, feat_lengths)
        logp = self.frame_scores(hidden)
        usable = out_lengths >= target_lengths
        if not usable.all():
            warnings.warn("some utterances are shorter than their transcripts and are ignored")
        steps = torch.arange(logp.size(1))[None, :] < out_lengths[:, None]
        best = logp.max(dim=-1).values * steps
        per_utt = best.sum(dim=1) / out_lengths
        return -(per_utt * usable).sum(), usable


def load():
    return torch.compile(CTCHead())


def cases():
    feats = lambda: (randn(3, 8, 4), torch.tensor([8, 6, 5]), torch.tensor([3, 2, 3]))
    short = lambda: (randn(3, 8, 4), torch.tensor([8, 6, 2]), torch.tensor([3, 2, 3]))
    yield from build(load, feats, "base grad")
    yield from build(load, short, "base grad", tag="short-")


EXPECT = {'topic': 'speech',
 'kind': 'warn_and_zero',
 'rewrites': [],
 'breaks': {39: 2, 40: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'log-site']}
