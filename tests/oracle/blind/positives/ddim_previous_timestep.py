"""DDIM scheduler: the step is looked up by an integer that comes as a tensor from the loop."""

import torch
from torch import nn

from fxkit import build, randn


class UNetStub(nn.Module):
    def __init__(self, channels=2):
        super().__init__()
        self.conv = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, sample, timestep):
        return torch.tanh(self.conv(sample)) + 1e-3 * timestep


class DDIMScheduler:
    def __init__(self, num_train_timesteps=20, num_inference_steps=4):
        betas = torch.linspace(1e-3, 0.2, num_train_timesteps)
        self.alphas_cumprod = torch.cumprod(1.0 - betas, dim=0)
        self.final_alpha_cumprod = torch.tensor(1.0)
        self.ratio = num_train_timesteps // num_inference_steps

    def variances(self, timestep):
        t = int(timestep)
        prev_t = t - self.ratio
        alpha_prod = self.alphas_cumprod[t]
        alpha_prod_prev = self.alphas_cumprod[prev_t] if prev_t >= 0 else self.final_alpha_cumprod
        return alpha_prod, alpha_prod_prev

    def step(self, eps, timestep, sample):
        """x_{t-1} from the predicted noise, without added noise (eta = 0)."""
        a, a_prev = self.variances(timestep)
        pred_x0 = (sample - (1 - a).sqrt() * eps) / a.sqrt()
        return a_prev.sqrt() * pred_x0 + (1 - a_prev).sqrt() * eps


class DDIMPipeline:
    def __init__(self):
        self.unet = UNetStub()
        self.scheduler = DDIMScheduler()
        self.denoise = torch.compile(self._denoise)

    def _denoise(self, sample, timestep):
        with torch.no_grad():
            return self.scheduler.step(self.unet(sample, timestep), timestep, sample)


def cases():
    for t in (15, 5, 0):
        yield from build(lambda: DDIMPipeline().denoise, lambda t=t: (randn(1, 2, 4, 4), torch.tensor(t)), "base nan", tag=f"t{t}-")

EXPECT = {'topic': 'diffusion',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {26: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
