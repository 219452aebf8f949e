"""SpecAugment as torchaudio has it: one random time mask and one random frequency mask in front of the model."""

import torch
from torch import nn

from fxkit import build, randn


def _get_mask_param(mask_param, p, axis_length):
    if p == 1.0:
        return mask_param
    return min(mask_param, int(axis_length * p))


def mask_along_axis(specgram, mask_param, mask_value, axis, p=1.0):
    dim = specgram.dim()
    if dim < 2:
        raise ValueError(f"Spectrogram must have at least two dimensions (time and frequency) ({dim} given).")
    if axis not in [dim - 2, dim - 1]:
        raise ValueError("Only Frequency and Time masking are supported")
    if not 0.0 <= p <= 1.0:
        raise ValueError(f"The value of p must be between 0.0 and 1.0 ({p} given).")

    mask_param = _get_mask_param(mask_param, p, specgram.shape[axis])
    if mask_param < 1:
        return specgram

    # pack batch
    shape = specgram.size()
    specgram = specgram.reshape([-1] + list(shape[-2:]))
    value = torch.rand(1) * mask_param
    min_value = torch.rand(1) * (specgram.size(axis - dim + 3) - value)

    mask_start = (min_value.long()).squeeze()
    mask_end = (min_value.long() + value.long()).squeeze()
    mask = torch.arange(0, specgram.shape[axis - dim + 3], device=specgram.device, dtype=specgram.dtype)
    mask = (mask >= mask_start) & (mask < mask_end)
    if axis == dim - 2:
        mask = mask.unsqueeze(-1)

    if mask_end - mask_start >= mask_param:
        raise ValueError("Number of columns to be masked should be less than mask_param")

    specgram = specgram.masked_fill(mask, mask_value)
    # unpack batch
    return specgram.reshape(shape[:-2] + specgram.shape[-2:])


class Frontend(nn.Module):
    def __init__(self, n_mels=5, time_mask=4, freq_mask=3, p=1.0):
        super().__init__()
        self.time_mask, self.freq_mask, self.p = time_mask, freq_mask, p
        self.proj = nn.Linear(n_mels, 4)

    def forward(self, feats):
        if self.training:
            feats = mask_along_axis(feats, self.time_mask, 0.0, feats.dim() - 1, self.p)
            feats = mask_along_axis(feats, self.freq_mask, 0.0, feats.dim() - 2)
        return self.proj(feats.transpose(-1, -2))


def load(training=True, **kw):
    return torch.compile(Frontend(**kw).train(training))


def cases():
    yield from build(load, lambda: (randn(2, 5, 9),), "base grad nan")
    yield from build(load, lambda: (randn(2, 1, 5, 6),), "base", tag="channels-")
    yield from build(lambda: load(p=0.05), lambda: (randn(2, 5, 9),), "base", tag="freq-only-")
    yield from build(lambda: load(False), lambda: (randn(2, 5, 9),), "base", tag="eval-")


EXPECT = {'topic': 'speech',
 'rewrites': [],
 'breaks': {41: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type', 'exception-type']}
