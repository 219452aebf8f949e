"""Onset of a stimulus response: first frame whose envelope exceeds the baseline by k standard deviations."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


def envelope(signal, width=3):
    """Rectified moving average."""
    pad = F.pad(signal.abs()[None, None], (width // 2, width // 2), mode="replicate")
    return F.avg_pool1d(pad, width, stride=1)[0, 0]


def baseline_threshold(env, frames, k):
    base = env[:frames]
    return base.mean() + k * base.std()


@torch.compile
def onset_latency(signal, frames=5, k=3.0, rate=100.0):
    """Latency in seconds and the peak of the response; latency is -1 without a response."""
    env = envelope(signal)
    above = env[frames:] > baseline_threshold(env, frames, k)
    idx = above.nonzero().squeeze(-1)
    if idx.numel() > 0:
        onset = idx[0] / rate
    else:
        onset = torch.tensor(-1.0)
    peak = env[frames:].max()
    return onset, peak, above.float().mean()


def trial(gain, at=8):
    s = randn(16) * 0.1
    s[at:] += gain
    return s


def cases():
    yield from sweep(onset_latency, lambda: (trial(4.0),), "base", tag="response-")
    yield from sweep(onset_latency, lambda: (trial(0.0),), "base zero nan", tag="silent-")
    yield from sweep(onset_latency, lambda: (trial(9.0, at=5), 5, 1.0, 50.0), "base", tag="early-")
    yield from sweep(onset_latency, lambda: (trial(0.0), 5, 0.1), "base", tag="low-")

EXPECT = {'topic': 'neuroscience',
 'rewrites': ['R33', 'R5'],
 'breaks': {25: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
