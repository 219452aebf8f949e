"""A batch with a loss that is no number is reported and counts as zero."""

import logging

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn

logger = logging.getLogger(__name__)


class VocoderLoss(nn.Module):
    def __init__(self, bins=5):
        super().__init__()
        self.generator = nn.Linear(bins, bins)

    def spectral_convergence(self, predicted, target):
        return torch.norm(target - predicted, p="fro") / torch.norm(target, p="fro")

    def forward(self, mel, magnitudes):
        predicted = self.generator(mel)
        sc_loss = self.spectral_convergence(predicted, magnitudes)
        mag_loss = F.l1_loss(predicted, magnitudes)
        loss = sc_loss + mag_loss
        if torch.isnan(loss) or torch.isinf(loss):
            logger.warning("the loss is not finite; the batch is skipped")
            loss = torch.zeros_like(loss)
        return loss, mag_loss


def load():
    return torch.compile(VocoderLoss())


def cases():
    yield from build(load, lambda: (randn(3, 5), randn(3, 5)), "base nan big")
    yield from build(load, lambda: (randn(3, 5), torch.zeros(3, 5)), "base", tag="silent-")

EXPECT = {'topic': 'speech',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {27: 1, 28: 1},
 'gb': ['GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['compiled-silent', 'log-site'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'log-site',
            'number-tensor',
            'requires-grad',
            'shown-history']}
