"""Euler sampler that looks up the noise level of a timestep in its schedule."""

from dataclasses import dataclass
from typing import Tuple, Union

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class EulerOutput:
    prev_sample: torch.Tensor
    pred_original_sample: torch.Tensor


class EulerDiscreteScheduler:
    def __init__(self, num_steps=5, sigma_min=0.1, sigma_max=4.0, prediction_type="epsilon"):
        self.prediction_type = prediction_type
        self.timesteps = torch.linspace(999, 199, num_steps).round()
        sigmas = torch.linspace(sigma_max, sigma_min, num_steps)
        self.sigmas = torch.cat([sigmas, torch.zeros(1)])

    def index_for_timestep(self, timestep):
        indices = (self.timesteps == timestep).nonzero()
        return indices[0].item()

    def scale_model_input(self, sample, timestep):
        sigma = self.sigmas[self.index_for_timestep(timestep)]
        return sample / ((sigma**2 + 1) ** 0.5)

    def step(self, model_output, timestep, sample) -> Union[EulerOutput, Tuple]:
        step_index = self.index_for_timestep(timestep)
        sigma = self.sigmas[step_index]
        if self.prediction_type == "epsilon":
            pred = sample - sigma * model_output
        else:
            pred = model_output * (-sigma / (sigma**2 + 1) ** 0.5) + sample / (sigma**2 + 1)
        derivative = (sample - pred) / sigma
        dt = self.sigmas[step_index + 1] - sigma
        return sample + derivative * dt, pred


class Denoiser(nn.Module):
    def __init__(self, channels=3, prediction_type="epsilon"):
        super().__init__()
        self.scheduler = EulerDiscreteScheduler(prediction_type=prediction_type)
        self.net = nn.Conv1d(channels, channels, 3, padding=1)

    def forward(self, latents, timestep):
        model_input = self.scheduler.scale_model_input(latents, timestep)
        noise_pred = self.net(model_input)
        return self.scheduler.step(noise_pred, timestep, latents)


def load():
    return torch.compile(Denoiser())


def cases():
    yield from build(load, lambda: (randn(2, 3, 5), torch.tensor(999.0)), "base grad")
    yield from build(load, lambda: (randn(2, 3, 5), torch.tensor(199.0)), "base grad nan", tag="last-")
    v_pred = lambda: torch.compile(Denoiser(prediction_type="v_prediction"))
    yield from build(v_pred, lambda: (randn(2, 3, 5), torch.tensor(599.0)), "base grad", tag="v-")


EXPECT = {'topic': 'diffusion',
 'kind': 'timestep_lookup',
 'rewrites': [],
 'breaks': {26: 2, 27: 1},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['finite']}
