"""Reverberant level matching: gain from the loudest frame among those the VAD marked as speech."""

import torch

from fxkit import bools, randn, sweep


def frame_energy(wave, hop):
    return wave.reshape(-1, hop).pow(2).mean(-1)


def to_db(e):
    return 10 * torch.log10(e + 1e-10)


@torch.compile
def match_level(wave, vad, target_db=-20.0, hop=4):
    """Scales the utterance so that its loudest speech frame has `target_db`; also returns the rank of that frame."""
    level = to_db(frame_energy(wave, hop))
    speech = level[vad]
    loudest = speech.max()
    gain_db = target_db - loudest
    out = wave * 10 ** (gain_db / 20)
    return out, loudest, (level > loudest).sum()


def cases():
    yield from sweep(match_level, lambda: (randn(24), bools(6, p=0.5)), "base grad", tag="some-")
    yield from sweep(match_level, lambda: (randn(24), torch.ones(6, dtype=torch.bool)), "base", tag="all-")
    yield from sweep(match_level, lambda: (randn(24), torch.zeros(6, dtype=torch.bool)), "base", tag="silence-")
    yield from sweep(match_level, lambda: (torch.zeros(24), torch.arange(6) == 2), "base", tag="zeros-")


EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {20: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'grad-close']}
