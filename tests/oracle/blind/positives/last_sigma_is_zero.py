"""Second order multistep sampler: the first step and the one to sigma zero are of first order."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Denoiser(nn.Module):
    def __init__(self, dim=4, sigma_data=0.5):
        super().__init__()
        self.net = nn.Linear(dim, dim)
        self.sigma_data = sigma_data

    def forward(self, x, sigma):
        c_skip = self.sigma_data**2 / (sigma**2 + self.sigma_data**2)
        c_out = sigma * self.sigma_data / (sigma**2 + self.sigma_data**2) ** 0.5
        return c_skip * x + c_out * torch.tanh(self.net(x))


class MultistepSampler(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = Denoiser()

    @torch.no_grad()
    def forward(self, x, sigmas):
        old_denoised = None
        for i in range(len(sigmas) - 1):
            denoised = self.model(x, sigmas[i])
            t, t_next = -sigmas[i].log(), -sigmas[i + 1].log()
            h = t_next - t
            if old_denoised is None or sigmas[i + 1] == 0:
                x = (sigmas[i + 1] / sigmas[i]) * x - (-h).expm1() * denoised
            else:
                r = (t + sigmas[i - 1].log()) / -h
                denoised_d = (1 + 1 / (2 * r)) * denoised - (1 / (2 * r)) * old_denoised
                x = (sigmas[i + 1] / sigmas[i]) * x - (-h).expm1() * denoised_d
            old_denoised = denoised
        return x


def load():
    return torch.compile(MultistepSampler())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor([8.0, 3.0, 1.0, 0.0])), "base")
    yield from build(load, lambda: (randn(2, 4), torch.tensor([8.0, 3.0, 1.0, 0.3])), "base", tag="open-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {33: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
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
