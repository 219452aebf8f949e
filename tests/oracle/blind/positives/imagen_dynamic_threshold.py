"""DDPM step with dynamic thresholding of the predicted sample."""

import torch

from fxkit import randn, sweep


class DDPMScheduler:
    def __init__(self, num_train_timesteps=50, beta_start=1e-3, beta_end=0.05, ratio=0.9, max_value=2.0):
        self.betas = torch.linspace(beta_start, beta_end, num_train_timesteps)
        self.alphas_cumprod = torch.cumprod(1.0 - self.betas, dim=0)
        self.dynamic_thresholding_ratio = ratio
        self.sample_max_value = max_value

    def _threshold_sample(self, sample):
        batch = sample.shape[0]
        flat = sample.reshape(batch, -1).abs()
        s = torch.quantile(flat, self.dynamic_thresholding_ratio, dim=1)
        if s.max() > 1.0:
            s = torch.clamp(s, min=1.0, max=self.sample_max_value)
            s = s.view(batch, *([1] * (sample.dim() - 1)))
            sample = torch.clamp(sample, -s, s) / s
        return sample

    def step(self, model_output, t, sample):
        a_t = self.alphas_cumprod[t]
        a_prev = self.alphas_cumprod[t - 1] if t > 0 else torch.ones(())
        x0 = (sample - (1 - a_t).sqrt() * model_output) / a_t.sqrt()
        x0 = self._threshold_sample(x0)
        coeff_x0 = a_prev.sqrt() * self.betas[t] / (1 - a_t)
        coeff_xt = (1 - self.betas[t]).sqrt() * (1 - a_prev) / (1 - a_t)
        return coeff_x0 * x0 + coeff_xt * sample, x0


scheduler = DDPMScheduler()


@torch.compile
def denoise(model_output, sample):
    outputs = []
    for t in (20, 10, 0):
        sample, x0 = scheduler.step(model_output, t, sample)
        outputs.append(x0.mean())
    return sample, torch.stack(outputs)


def cases():
    yield from sweep(denoise, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1)), "base grad big zero")
    yield from sweep(denoise, lambda: (randn(2, 3, 4) * 0.01, randn(2, 3, 4, seed=1) * 0.1), "base grad", tag="calm-")


EXPECT = {'topic': 'diffusion',
 'kind': 'clamp_if_needed',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 12,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'no-training', 'requires-grad']}
