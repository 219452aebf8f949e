"""Min-SNR weights of a diffusion loss; a schedule with zero terminal SNR needs a shift."""

import torch
from torch import nn

from fxkit import build, randn


def compute_snr(alphas_cumprod, timesteps):
    a = alphas_cumprod[timesteps]
    return a / (1.0 - a)


class NoiseLoss(nn.Module):
    def __init__(self, steps=8, dim=3, snr_gamma=5.0, prediction_type="epsilon"):
        super().__init__()
        betas = torch.linspace(0.05, 0.6, steps)
        acp = torch.cumprod(1 - betas, dim=0)
        acp[-1] = 0.0
        self.register_buffer("alphas_cumprod", acp)
        self.unet = nn.Linear(dim, dim)
        self.snr_gamma, self.prediction_type = snr_gamma, prediction_type

    def forward(self, latents, noise, timesteps):
        a = self.alphas_cumprod[timesteps].unsqueeze(-1)
        noisy = a.sqrt() * latents + (1 - a).sqrt() * noise
        target = noise if self.prediction_type == "epsilon" else a.sqrt() * noise - (1 - a).sqrt() * latents
        loss = (self.unet(noisy) - target).square().mean(dim=-1)
        snr = compute_snr(self.alphas_cumprod, timesteps)
        weights = torch.minimum(snr, torch.full_like(snr, self.snr_gamma))
        if self.prediction_type == "v_prediction" or torch.any(snr == 0):
            snr = snr + 1
        return (loss * weights / snr).mean()


def load(kind="epsilon"):
    return torch.compile(NoiseLoss(prediction_type=kind))


def cases():
    yield from build(load, lambda: (randn(3, 3), randn(3, 3, seed=1), torch.tensor([0, 3, 6])), "base grad")
    yield from build(load, lambda: (randn(3, 3), randn(3, 3, seed=1), torch.tensor([0, 7, 6])), "base grad", tag="terminal-")
    yield from build(lambda: load("v_prediction"), lambda: (randn(2, 3), randn(2, 3, seed=1), torch.tensor([7, 1])), "base", tag="v-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {31: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
