"""Pitch-synchronous smoothing of a frame: the window is one period of the estimated fundamental."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


def autocorr_frequency(frame, sr):
    ac = torch.stack([(frame[: len(frame) - k] * frame[k:]).sum() for k in range(1, 5)])
    lag = ac.argmax() + 1
    voiced = ac.max() > 0.1
    return torch.where(voiced, sr / lag, torch.zeros(()))


def period(f0, sr):
    return sr / f0.item()


@torch.compile
def smooth_by_period(frame, sr=16.0):
    """Blends the frame with its moving average in proportion to the period in samples."""
    f0 = autocorr_frequency(frame, sr)
    t0 = period(f0, sr)
    weight = 1.0 / (1.0 + t0)
    avg = F.avg_pool1d(frame[None, None], 3, stride=1, padding=1)[0, 0]
    return (1 - weight) * frame + weight * avg, f0


def cases():
    tone = lambda: (torch.sin(torch.arange(10.0) * 1.6),)
    yield from sweep(smooth_by_period, tone, "base", tag="tone-")
    yield from sweep(smooth_by_period, lambda: (randn(10),), "base", tag="noise-")
    yield from sweep(smooth_by_period, lambda: (torch.zeros(10),), "base", tag="silence-")


EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
