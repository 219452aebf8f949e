"""DDIM scheduler step: beyond the first timestep the previous noise level is a constant of the configuration."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from fxkit import build, randn


@dataclass
class DDIMConfig:
    num_train_timesteps: int = 10
    num_inference_steps: int = 4
    beta_start: float = 0.01
    beta_end: float = 0.2
    set_alpha_to_one: bool = True
    prediction_type: str = "epsilon"


class DDIMScheduler:
    def __init__(self, config: DDIMConfig):
        self.config = config
        betas = torch.linspace(config.beta_start**0.5, config.beta_end**0.5, config.num_train_timesteps) ** 2
        self.alphas_cumprod = torch.cumprod(1.0 - betas, dim=0)
        self.final_alpha_cumprod = torch.tensor(1.0) if config.set_alpha_to_one else self.alphas_cumprod[0]
        ratio = config.num_train_timesteps // config.num_inference_steps
        self.timesteps = torch.arange(0, config.num_inference_steps).flip(0) * ratio
        self.ratio = ratio

    def _alphas(self, timestep):
        prev_timestep = timestep - self.ratio
        alpha_prod_t = self.alphas_cumprod[timestep]
        alpha_prod_t_prev = self.alphas_cumprod[prev_timestep] if prev_timestep >= 0 else self.final_alpha_cumprod
        return alpha_prod_t, alpha_prod_t_prev

    def step(self, model_output: Tensor, timestep: Tensor, sample: Tensor) -> Tensor:
        a_t, a_prev = self._alphas(timestep)
        if self.config.prediction_type == "epsilon":
            x0 = (sample - (1 - a_t).sqrt() * model_output) / a_t.sqrt()
            eps = model_output
        else:
            x0 = a_t.sqrt() * sample - (1 - a_t).sqrt() * model_output
            eps = a_t.sqrt() * model_output + (1 - a_t).sqrt() * sample
        return a_prev.sqrt() * x0 + (1 - a_prev).sqrt() * eps


class Sampler(nn.Module):
    def __init__(self, dim=3, config=None):
        super().__init__()
        self.scheduler = DDIMScheduler(config or DDIMConfig())
        self.time = nn.Embedding(self.scheduler.config.num_train_timesteps, dim)
        self.net = nn.Sequential(nn.Linear(dim, 8), nn.SiLU(), nn.Linear(8, dim))

    def forward(self, x):
        for t in self.scheduler.timesteps:
            x = self.scheduler.step(self.net(x + self.time(t)), t, x)
        return x


def load():
    return torch.compile(Sampler())


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base grad")
    other = lambda: torch.compile(Sampler(config=DDIMConfig(set_alpha_to_one=False, prediction_type="v")))
    yield from build(other, lambda: (randn(2, 3),), "base", tag="velocity-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {33: 1, 34: 1},
 'gb': ['GB0033', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 11,
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
