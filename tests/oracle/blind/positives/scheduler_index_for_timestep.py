"""Euler scheduler that looks its step index up from the timestep."""

import torch
import torch.nn as nn

from fxkit import build, randn


class EulerScheduler(nn.Module):
    def __init__(self, num_train=10, num_steps=5, prediction_type="epsilon"):
        super().__init__()
        self.prediction_type = prediction_type
        betas = torch.linspace(0.1**0.5, 0.3**0.5, num_train) ** 2
        alphas_cumprod = torch.cumprod(1.0 - betas, dim=0)
        all_sigmas = ((1 - alphas_cumprod) / alphas_cumprod) ** 0.5
        timesteps = torch.linspace(num_train - 1, 0, num_steps).round()
        sigmas = torch.cat([all_sigmas[timesteps.long()], torch.zeros(1)])
        self.register_buffer("timesteps", torch.cat([timesteps[:1], timesteps]))
        self.register_buffer("sigmas", torch.cat([sigmas[:1], sigmas]))

    def index_for_timestep(self, timestep):
        indices = (self.timesteps == timestep).nonzero()
        # the second index is taken for the very first step, so that no sigma is skipped
        pos = 1 if len(indices) > 1 else 0
        return indices[pos].item()

    def forward(self, model_output, timestep, sample):
        step_index = self.index_for_timestep(timestep)
        sigma = self.sigmas[step_index]
        if self.prediction_type == "epsilon":
            pred_original = sample - sigma * model_output
        else:
            pred_original = model_output * (-sigma / (sigma**2 + 1) ** 0.5) + sample / (sigma**2 + 1)
        derivative = (sample - pred_original) / sigma
        dt = self.sigmas[step_index + 1] - sigma
        return sample + derivative * dt, pred_original


def load():
    return torch.compile(EulerScheduler())


def load_v():
    return torch.compile(EulerScheduler(prediction_type="v_prediction"))


def cases():
    for name, t in (("first", 9.0), ("second", 7.0), ("last", 0.0)):
        yield from build(load, lambda t=t: (randn(2, 3, 4), torch.tensor(t, requires_grad=False).double(), randn(2, 3, 4, seed=1)), "base", tag=name + "-")
        yield from build(load_v, lambda t=t: (randn(2, 3, 4), int(t), randn(2, 3, 4, seed=1)), "grad", tag=name + "-v-")


EXPECT = {'topic': 'diffusion',
 'rewrites': ['R25'],
 'breaks': {-1: 2, 22: 2, 25: 2},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
