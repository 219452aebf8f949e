"""Variance predictor of a text to speech model, masked by the input lengths."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


def get_mask_from_lengths(lengths):
    max_len = torch.max(lengths).item()
    ids = torch.arange(0, max_len, device=lengths.device)
    mask = ids.unsqueeze(0) < lengths.unsqueeze(1)
    return ~mask


class VariancePredictor(nn.Module):
    def __init__(self, dim=6, kernel=3):
        super().__init__()
        self.conv = nn.Conv1d(dim, dim, kernel, padding=kernel // 2)
        self.norm = nn.LayerNorm(dim)
        self.linear = nn.Linear(dim, 1)

    def forward(self, encoder_output, src_lens, target=None):
        mask = get_mask_from_lengths(src_lens)
        out = F.relu(self.conv(encoder_output.transpose(1, 2))).transpose(1, 2)
        out = self.linear(self.norm(out)).squeeze(-1)
        out = out.masked_fill(mask, 0.0)
        if target is None:
            return out
        err = (out - target).masked_fill(mask, 0.0) ** 2
        return err.sum() / src_lens.sum()


def load():
    return torch.compile(VariancePredictor())


def cases():
    yield from build(load, lambda: (randn(3, 5, 6), torch.tensor([5, 2, 4])), "base grad nan")
    yield from build(load, lambda: (randn(3, 5, 6), torch.tensor([5, 5, 1]), randn(3, 5)), "base grad", tag="loss-")


EXPECT = {'topic': 'speech',
 'rewrites': ['R21'],
 'breaks': {-1: 1, 11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
