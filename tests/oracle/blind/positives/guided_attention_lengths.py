"""Guided attention loss of a Tacotron: soft diagonal masks built from the utterance lengths."""

import torch
import torch.nn as nn

from fxkit import build, rand


class GuidedAttentionLoss(nn.Module):
    def __init__(self, sigma=0.4, alpha=10.0):
        super().__init__()
        self.sigma = sigma
        self.alpha = alpha

    def _make_mask(self, ilen, olen):
        grid_x = torch.arange(olen).float()[:, None] / olen
        grid_y = torch.arange(ilen).float()[None, :] / ilen
        return 1.0 - torch.exp(-((grid_y - grid_x) ** 2) / (2 * self.sigma**2))

    def _make_guided_masks(self, ilens, olens, att_ws):
        masks = torch.zeros_like(att_ws)
        for idx, (ilen, olen) in enumerate(zip(ilens.tolist(), olens.tolist())):
            masks[idx, :olen, :ilen] = self._make_mask(ilen, olen)
        return masks

    def forward(self, att_ws, ilens, olens):
        """att_ws: (B, T_out, T_in); ilens, olens: (B,)"""
        guided = self._make_guided_masks(ilens, olens, att_ws)
        return self.alpha * torch.mean(guided * att_ws)


def make_loss():
    loss = GuidedAttentionLoss()
    loss.compile()
    return loss


def cases():
    yield from build(make_loss, lambda: (rand(2, 6, 5), torch.tensor([5, 3]), torch.tensor([6, 4])), "base grad f64")
    yield from build(make_loss, lambda: (rand(2, 6, 5), torch.tensor([1, 5]), torch.tensor([2, 6])), "base", tag="short-")

EXPECT = {'topic': 'tts',
 'rewrites': [],
 'breaks': {22: 4},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
