"""Silent frames are cut out before a convolution over time, so that it sees frames that were apart as neighbours."""

import torch
from torch import nn

from fxkit import build, randn


class VoicedConv(nn.Module):
    def __init__(self, dim=3, kernel=3):
        super().__init__()
        self.conv = nn.Conv1d(dim, dim, kernel, padding=kernel // 2)

    def forward(self, frames, threshold=0.8):
        energy = frames.square().mean(dim=-1)
        voiced = energy > threshold
        if not voiced.any():
            return frames.new_zeros(frames.shape[-1])
        speech = frames[voiced]
        hidden = torch.relu(self.conv(speech.t()[None]))[0]
        return hidden.mean(dim=-1)


def load():
    return torch.compile(VoicedConv())


def cases():
    loud = torch.tensor([2.0, 0.1, 2.0, 2.0, 0.1, 0.1, 2.0])[:, None]
    yield from build(load, lambda: (randn(7, 3) * loud,), "base grad big zero")
    yield from build(load, lambda: (randn(7, 3),), "base", tag="mixed-")

EXPECT = {'topic': 'speech',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['neighbours of selected elements'],
 'breaks': {17: 2, 19: 2},
 'gb': ['GB0036', 'GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
