"""An autoencoder weighs its KL term by the size of its reconstruction error, as a plain number."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class TinyVAE(nn.Module):
    def __init__(self, dim=4, latent=2):
        super().__init__()
        self.enc = nn.Linear(dim, 2 * latent)
        self.dec = nn.Linear(latent, dim)

    def forward(self, x, eps):
        mean, logvar = self.enc(x).chunk(2, dim=-1)
        z = mean + eps * torch.exp(0.5 * logvar)
        return self.dec(z), mean, logvar


class VAELoss(nn.Module):
    """Reconstruction and KL; the weight keeps both on the same scale."""

    def __init__(self, max_weight=10.0):
        super().__init__()
        self.vae = TinyVAE()
        self.max_weight = max_weight

    def adaptive_weight(self, rec, kl):
        ratio = rec.detach() / (kl.abs() + 1e-4)
        return ratio.clamp(0.0, self.max_weight).item()

    def forward(self, x, eps):
        recon, mean, logvar = self.vae(x, eps)
        rec = F.mse_loss(recon, x)
        kl = -0.5 * (1 + logvar - mean.square() - logvar.exp()).mean()
        weight = self.adaptive_weight(rec, kl)
        return rec + weight * kl


def load():
    return torch.compile(VAELoss())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 2)), "base grad big")

EXPECT = {'topic': 'diffusion',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O10', 'gradients'],
 'breaks': {32: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
