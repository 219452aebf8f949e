"""Prosody loss of a text-to-speech model: phone-level pitch is expanded by durations before its mean is compared."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class ProsodyPredictor(nn.Module):
    """Predicts log-pitch and duration per phone from encoder states."""

    def __init__(self, dim=4):
        super().__init__()
        self.pitch = nn.Linear(dim, 1)
        self.duration = nn.Linear(dim, 1)

    def forward(self, h):
        return self.pitch(h).squeeze(-1), self.duration(h).squeeze(-1)


class ProsodyLoss(nn.Module):
    def __init__(self, level_weight=0.5):
        super().__init__()
        self.predictor = ProsodyPredictor()
        self.level_weight = level_weight

    def utterance_level(self, pitch, durations):
        """Mean pitch over the frames of the utterance."""
        frames = pitch.repeat_interleave(durations)
        return frames.sum() / durations.sum().clamp(min=1)

    def forward(self, h, target_pitch, durations):
        pitch, log_dur = self.predictor(h)
        duration_loss = F.mse_loss(log_dur, torch.log1p(durations.float()))
        pitch_loss = F.l1_loss(pitch, target_pitch)
        level = self.utterance_level(pitch, durations) - self.utterance_level(target_pitch, durations)
        return pitch_loss + duration_loss + self.level_weight * level ** 2, level.detach()


def cases():
    make = lambda: torch.compile(ProsodyLoss())
    yield from build(make, lambda: (randn(4, 4), randn(4), torch.tensor([2, 1, 3, 2])), "base grad", tag="usual-")
    yield from build(make, lambda: (randn(4, 4), randn(4), torch.tensor([0, 5, 0, 1])), "base", tag="skipped-")
    yield from build(make, lambda: (randn(3, 4), randn(3), torch.tensor([0, 0, 0])), "base", tag="silent-")

EXPECT = {'topic': 'audio',
 'rewrites': ['R34'],
 'breaks': {30: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite', 'grad-close']}
