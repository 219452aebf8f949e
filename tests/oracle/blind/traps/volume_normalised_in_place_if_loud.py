"""Loudness: a loud clip is replaced by a scaled copy, a quiet one is dithered where it lies in the caller's tensor."""

import torch

from fxkit import randn, sweep


def rms_db(clip, eps=1e-8):
    return 10 * torch.log10(clip.square().mean() + eps)


def level(clip, target_db):
    gain_db = target_db - rms_db(clip)
    if gain_db < 0:
        clip = clip * 10 ** (gain_db / 20)
    clip += 1e-3
    return clip


@torch.compile
@torch.no_grad()
def prepare(clip, target_db=-6.0):
    out = level(clip, target_db)
    peak = out.abs().max()
    return out, peak


def cases():
    yield from sweep(prepare, lambda: (2 * randn(8),), "base")
    yield from sweep(prepare, lambda: (0.01 * randn(8),), "base", tag="quiet-")

EXPECT = {'topic': 'audio',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['in-place on the argument in one arm', 'the argument itself is returned'],
 'breaks': {14: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['arguments', 'aliasing'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
