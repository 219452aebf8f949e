"""DPM-Solver++(2M) of k-diffusion around a small denoiser."""

import torch
from torch import nn

from fxkit import build, randn


class Denoiser(nn.Module):
    """D(x, sigma) with EDM preconditioning."""

    def __init__(self, dim=4, sigma_data=0.5):
        super().__init__()
        self.net = nn.Linear(dim + 1, dim)
        self.sigma_data = sigma_data

    def forward(self, x, sigma):
        sigma = sigma[:, None]
        c_skip = self.sigma_data**2 / (sigma**2 + self.sigma_data**2)
        c_out = sigma * self.sigma_data / (sigma**2 + self.sigma_data**2) ** 0.5
        c_in = 1 / (sigma**2 + self.sigma_data**2) ** 0.5
        c_noise = sigma.clamp(min=1e-6).log() / 4
        return c_skip * x + c_out * self.net(torch.cat([c_in * x, c_noise], -1))


@torch.no_grad()
def sample_dpmpp_2m(model, x, sigmas, extra_args=None):
    """DPM-Solver++(2M)."""
    extra_args = {} if extra_args is None else extra_args
    s_in = x.new_ones([x.shape[0]])
    sigma_fn = lambda t: t.neg().exp()
    t_fn = lambda sigma: sigma.log().neg()
    old_denoised = None

    for i in range(len(sigmas) - 1):
        denoised = model(x, sigmas[i] * s_in, **extra_args)
        t, t_next = t_fn(sigmas[i]), t_fn(sigmas[i + 1])
        h = t_next - t
        if old_denoised is None or sigmas[i + 1] == 0:
            x = (sigma_fn(t_next) / sigma_fn(t)) * x - (-h).expm1() * denoised
        else:
            h_last = t - t_fn(sigmas[i - 1])
            r = h_last / h
            denoised_d = (1 + 1 / (2 * r)) * denoised - (1 / (2 * r)) * old_denoised
            x = (sigma_fn(t_next) / sigma_fn(t)) * x - (-h).expm1() * denoised_d
        old_denoised = denoised
    return x


class Sampler(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = Denoiser()

    def forward(self, x, sigmas):
        return sample_dpmpp_2m(self.model, x * sigmas[0], sigmas)


def load():
    return torch.compile(Sampler())


def karras(n=4, last=0.0, rho=7.0):
    ramp = torch.linspace(0, 1, n)
    sigmas = (10.0 ** (1 / rho) + ramp * (0.1 ** (1 / rho) - 10.0 ** (1 / rho))) ** rho
    return torch.cat([sigmas, torch.tensor([last])])


def cases():
    yield from build(load, lambda: (randn(2, 4), karras()), "base grad nan")
    yield from build(load, lambda: (randn(2, 4), karras(4, 0.05)), "base", tag="stopping-")
    yield from build(load, lambda: (randn(3, 4), karras(1)), "base", tag="one-")


EXPECT = {'topic': 'diffusion',
 'rewrites': [],
 'breaks': {39: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 24,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
