"""Min-SNR weighting: the batch weight is read as floats and scales the loss map."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


class SNRLoss(nn.Module):
    def __init__(self, steps=20, gamma=5.0):
        super().__init__()
        self.gamma = gamma
        self.register_buffer("alphas", torch.linspace(0.99, 0.05, steps))

    def _snr(self, t):
        a = self.alphas[t]
        return a / (1 - a)

    def forward(self, pred, noise, t: int):
        snr = float(self._snr(t))
        floor = 0.25 * snr
        per_pixel = F.mse_loss(pred, noise, reduction="none")
        weighted = per_pixel * (self.gamma + snr)
        return weighted.mean(dim=(1, 2)), (pred - noise) * floor


def load():
    return torch.compile(SNRLoss())


def cases():
    yield from build(load, lambda: (randn(2, 3, 3), randn(2, 3, 3, seed=1), 4), "grad nan+grad inf+grad")
    yield from build(load, lambda: (randn(2, 3, 3), randn(2, 3, 3, seed=1), 17), "grad f64", tag="late-")


EXPECT = {'topic': 'diffusion',
 'rewrites': ['R22'],
 'breaks': {21: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
