"""Predicted TM score from the logits of aligned errors, over the residues that were asked for."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


@torch.compile
def compute_tm(logits, residue_weights=None, max_bin=31, no_bins=8, eps=1e-8):
    """logits: (N, N, bins); residue_weights: (N,)"""
    if residue_weights is None:
        residue_weights = logits.new_ones(logits.shape[-2])
    boundaries = torch.linspace(0, max_bin, steps=(no_bins - 1), device=logits.device)
    step = boundaries[1] - boundaries[0]
    bin_centers = boundaries + step / 2
    bin_centers = torch.cat([bin_centers, (bin_centers[-1] + step).unsqueeze(-1)], dim=0)

    n = residue_weights.sum().item()
    clipped_n = max(n, 19)
    d0 = 1.24 * (clipped_n - 15) ** (1.0 / 3) - 1.8

    probs = torch.nn.functional.softmax(logits, dim=-1)
    tm_per_bin = 1.0 / (1 + (bin_centers**2) / (d0**2))
    predicted_tm_term = torch.sum(probs * tm_per_bin, dim=-1)
    normed_residue_mask = residue_weights / (eps + residue_weights.sum())
    per_alignment = torch.sum(predicted_tm_term * normed_residue_mask, dim=-1)
    weighted = per_alignment * residue_weights
    return per_alignment[weighted.argmax()]


class TMScoreHead(nn.Module):
    def __init__(self, c_z=4, no_bins=8):
        super().__init__()
        self.linear = nn.Linear(c_z, no_bins)
        self.no_bins = no_bins

    def forward(self, z, asym_mask):
        logits = self.linear(z)
        return logits, compute_tm(logits, asym_mask.to(z.dtype), no_bins=self.no_bins)


def load():
    return TMScoreHead()


def cases():
    yield from build(load, lambda: (randn(24, 24, 4), torch.ones(24, dtype=torch.bool)), "base grad big")
    yield from build(load, lambda: (randn(22, 22, 4), bools(22)), "base grad false", tag="interface-")

EXPECT = {'topic': 'protein folding',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {19: 1, 29: 1},
 'gb': ['GB0033', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
