"""Vocoder generator step with multi-resolution magnitudes; shows loudness every few steps, like many HiFi-GAN forks."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Generator(nn.Module):
    def __init__(self, channels=3, stride=2):
        super().__init__()
        self.pre = nn.Conv1d(channels, 4, 3, padding=1)
        self.up = nn.ConvTranspose1d(4, 1, stride, stride=stride)

    def forward(self, mel):
        return torch.tanh(self.up(F.leaky_relu(self.pre(mel), 0.1)))


class VocoderStep(nn.Module):
    """Returns the reconstruction loss of one batch."""

    def __init__(self, interval=2, verbose=True):
        super().__init__()
        self.generator = Generator()
        self.interval = interval
        self.verbose = verbose
        self.steps = 0

    def loudness_db(self, wav):
        return 10 * torch.log10(wav.pow(2).mean() + 1e-8)

    def magnitude_loss(self, wav, ref):
        loss = 0.0
        for n in (2, 4):
            a = wav.unfold(-1, n, n).pow(2).sum(-1)
            b = ref.unfold(-1, n, n).pow(2).sum(-1)
            loss = loss + (a - b).abs().mean()
        return loss / 2

    def forward(self, mel, wav):
        fake = self.generator(mel)
        loss = self.magnitude_loss(fake, wav)
        if self.verbose and self.steps % self.interval == 0:
            print(f"step {self.steps}: loss {loss.item():.4f} loudness {self.loudness_db(fake).item():.2f} dB")
        self.steps += 1
        return loss + 0.1 * (fake - wav).abs().mean()


def vocoder(**kw):
    return torch.compile(VocoderStep(**kw))


def cases():
    args = lambda: (randn(2, 3, 4), randn(2, 1, 8))
    yield from build(vocoder, args, "base nan")
    yield from build(lambda: vocoder(interval=1), args, "base zero", tag="each-")
    yield from build(lambda: vocoder(verbose=False), args, "base", tag="quiet-")

EXPECT = {'topic': 'audio',
 'rewrites': ['R36'],
 'breaks': {45: 7},
 'gb': ['GB0021', 'GB0059', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site', 'shown-history']}
