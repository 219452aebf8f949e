"""Euler discrete scheduler in the diffusers manner; the sigmas of a step are read as Python numbers."""

import torch

from fxkit import build, randn


class SchedulerOutput:
    def __init__(self, prev_sample, pred_original_sample=None):
        self.prev_sample = prev_sample
        self.pred_original_sample = pred_original_sample


class EulerScheduler:
    order = 1

    def __init__(self, num_train_timesteps=1000, beta_start=0.00085, beta_end=0.012, prediction_type="epsilon"):
        betas = torch.linspace(beta_start**0.5, beta_end**0.5, num_train_timesteps) ** 2
        self.alphas_cumprod = torch.cumprod(1.0 - betas, dim=0)
        self.num_train_timesteps = num_train_timesteps
        self.prediction_type = prediction_type
        self.step_index = 0
        self.set_timesteps(8)

    def set_timesteps(self, num_inference_steps: int):
        all_sigmas = ((1 - self.alphas_cumprod) / self.alphas_cumprod) ** 0.5
        pick = torch.linspace(self.num_train_timesteps - 1, 0, num_inference_steps).long()
        self.timesteps = pick
        self.sigmas = torch.cat([all_sigmas[pick], torch.zeros(1)])
        self.step_index = 0

    def convert(self, model_output: torch.Tensor, sample: torch.Tensor, sigma) -> torch.Tensor:
        if self.prediction_type == "epsilon":
            return sample - sigma * model_output
        elif self.prediction_type == "sample":
            return model_output
        raise ValueError(f"prediction_type given as {self.prediction_type} must be one of `epsilon`, or `sample`")

    def step(self, model_output: torch.Tensor, sample: torch.Tensor, return_dict: bool = True):
        """Predict the sample from the previous timestep by reversing the SDE."""
        i = self.step_index
        sigma = self.sigmas[i].item()
        sigma_next = self.sigmas[i + 1].item()

        pred_original_sample = self.convert(model_output, sample, sigma)

        # 2. Convert to an ODE derivative
        derivative = (sample - pred_original_sample) / sigma
        dt = sigma_next - sigma
        prev_sample = sample + derivative * dt

        # upon completion increase step index by one
        self.step_index += 1
        if not return_dict:
            return (prev_sample,)
        return SchedulerOutput(prev_sample, pred_original_sample)


def make_step(kind="epsilon", start=0):
    scheduler = EulerScheduler(prediction_type=kind)
    scheduler.step_index = start
    return torch.compile(scheduler.step)


def _args():
    return randn(2, 3, 4), randn(2, 3, 4, seed=5)


def cases():
    yield from build(make_step, _args, "base grad half nan inf")
    yield from build(lambda: make_step("sample", 2), _args, "base grad", tag="sample-")
    yield from build(lambda: make_step(start=5), _args, "base", kwargs={"return_dict": False}, tag="last-")

EXPECT = {'topic': 'diffusion scheduler',
 'rewrites': [],
 'breaks': {42: 2, 43: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'grad-close', 'number-tensor', 'finite-grad', 'fresh-result']}
