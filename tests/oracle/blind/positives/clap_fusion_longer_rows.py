"""Audio encoder: clips that are longer than the window fuse local patches into their global ones."""

import torch
from torch import nn

from fxkit import bools, build, randn


class AttentionFusion(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.local_att = nn.Linear(dim, dim)
        self.global_att = nn.Linear(dim, dim)

    def forward(self, hidden, residual):
        x = hidden + residual
        weight = torch.sigmoid(self.local_att(x) + self.global_att(x.mean(dim=1, keepdim=True)))
        return 2 * hidden * weight + 2 * residual * (1 - weight)


class PatchEmbed(nn.Module):
    def __init__(self, bins=3, dim=4):
        super().__init__()
        self.proj = nn.Linear(bins, dim)
        self.mel_conv2d = nn.Linear(bins, dim)
        self.fusion_model = AttentionFusion(dim)
        self.norm = nn.LayerNorm(dim)

    def forward(self, hidden_states, is_longer_idx=None):
        """hidden_states: (batch, 1 + chunks, time, bins), the first chunk is the shrunk clip."""
        global_hidden_states = self.proj(hidden_states[:, 0])
        if is_longer_idx is not None and len(is_longer_idx) > 0:
            local = hidden_states[is_longer_idx, 1:]
            local = self.mel_conv2d(local).mean(dim=1)
            global_hidden_states[is_longer_idx] = self.fusion_model(global_hidden_states[is_longer_idx], local)
        return self.norm(global_hidden_states)


class AudioEncoder(nn.Module):
    def __init__(self, enable_fusion=True):
        super().__init__()
        self.patch_embed = PatchEmbed()
        self.enable_fusion = enable_fusion

    def forward(self, input_features, is_longer):
        is_longer_list_idx = None
        if self.enable_fusion:
            is_longer_list_idx = torch.where(is_longer.view(-1) == 1)[0]
        return self.patch_embed(input_features, is_longer_list_idx).mean(dim=1)


def load(enable_fusion=True):
    return torch.compile(AudioEncoder(enable_fusion))


def cases():
    yield from build(load, lambda: (randn(3, 3, 4, 3), bools(3, 1)), "base grad true false")
    yield from build(lambda: load(False), lambda: (randn(3, 3, 4, 3), bools(3, 1)), "base", tag="plain-")

EXPECT = {'topic': 'audio',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {48: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
