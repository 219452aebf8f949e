"""A DDIM step that rescales the predicted sample when both sample and noise leave their range."""

import torch

from fxkit import rand, randn, sweep


class DDIM:
    def __init__(self, alphas: torch.Tensor, clip: float = 1.0):
        self.alphas = alphas
        self.clip = clip

    def predict_x0(self, sample, eps, alpha):
        return (sample - (1 - alpha).sqrt() * eps) / alpha.sqrt()

    @torch.no_grad()
    def step(self, sample, eps, t: int):
        alpha, alpha_prev = self.alphas[t], self.alphas[t - 1]
        x0 = self.predict_x0(sample, eps, alpha)
        if x0.abs().amax() > self.clip and eps.std() > 0.2:
            x0 = x0 / x0.abs().amax() * self.clip
            drift = (sample - alpha.sqrt() * x0) / (1 - alpha).sqrt()
        else:
            drift = eps.clamp(-3.0, 3.0)
        return alpha_prev.sqrt() * x0 + (1 - alpha_prev).sqrt() * drift


scheduler = DDIM(torch.linspace(0.95, 0.1, 10))


@torch.compile
def denoise(sample, eps):
    return scheduler.step(sample, eps, t=5)


def cases():
    yield from sweep(denoise, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base nan zero")
    yield from sweep(denoise, lambda: (randn(2, 4), randn(2, 4, seed=1) * 0.01), "base", tag="calm-")
    yield from sweep(denoise, lambda: (randn(2, 4) * 0.01, randn(2, 4, seed=1) * 0.01), "base", tag="in-")


EXPECT = {'topic': 'diffusion',
 'rewrites': ['R1', 'R5'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
