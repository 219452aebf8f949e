"""Kinematic prior for marker trajectories: speed between consecutive markers that were observed."""

import torch

from fxkit import randn, sweep


def smooth(track, strength=0.25):
    """Three-point binomial filter with fixed ends."""
    mid = strength * track[:-2] + (1 - 2 * strength) * track[1:-1] + strength * track[2:]
    return torch.cat([track[:1], mid, track[-1:]])


@torch.compile
def speed_penalty(track, stamps, observed, max_speed=2.0):
    """Mean excess speed over the gaps between observations; frames without a marker are left out."""
    track = smooth(track)
    pos = track[observed]
    t = stamps[observed]
    if pos.shape[0] < 2:
        return track.sum() * 0.0, pos.shape[0] - 1
    step = (pos[1:] - pos[:-1]).norm(dim=-1)
    speed = step / (t[1:] - t[:-1])
    return torch.relu(speed - max_speed).mean(), pos.shape[0] - 1


def cases():
    stamps = torch.arange(6) * 0.5
    full = torch.ones(6, dtype=torch.bool)
    gaps = torch.tensor([True, True, False, False, True, True])
    single = torch.arange(6) == 2
    yield from sweep(speed_penalty, lambda: (randn(6, 3), stamps, full), "base grad", tag="full-")
    yield from sweep(speed_penalty, lambda: (randn(6, 3), stamps, gaps), "base", tag="gaps-")
    yield from sweep(speed_penalty, lambda: (randn(6, 3), stamps, single), "base", tag="single-")

EXPECT = {'topic': 'motion',
 'verdict': 'any correct rewrite',
 'obligations': ['R31'],
 'breaks': {18: 1, 19: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'number-tensor', 'requires-grad']}
