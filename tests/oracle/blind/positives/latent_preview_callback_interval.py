"""Denoising loop with the user callback of an image UI (preview of the clean latent, abort flag)."""

import torch
from torch import nn

from fxkit import randn


class PreviewRecorder:
    def __init__(self, abort_above=None):
        self.preview = torch.zeros(4)
        self.sigma = torch.tensor(float("nan"))
        self.abort_above = abort_above

    def __call__(self, step, timestep, latents):
        self.preview = latents.mean(0)
        self.sigma = timestep.clone()
        return self.abort_above is not None and latents.abs().max() > self.abort_above


class Pipeline(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.unet = nn.Linear(dim + 1, dim)

    def predict(self, latents, sigma):
        inp = torch.cat([latents, sigma.expand(latents.shape[0], 1)], -1)
        return self.unet(inp)

    @torch.no_grad()
    def forward(self, latents, sigmas, callback=None, callback_steps=1):
        for i, sigma in enumerate(sigmas[:-1]):
            denoised = latents - sigma * self.predict(latents, sigma)
            d = (latents - denoised) / sigma
            latents = latents + d * (sigmas[i + 1] - sigma)
            if callback is not None and i % callback_steps == 0:
                if callback(i, sigma, denoised):
                    print("sampling was interrupted")
                    return latents
        return latents


def sample(cb, **kw):
    def make():
        torch.manual_seed(5)
        return torch.compile(Pipeline()), (randn(2, 4), torch.tensor([3.0, 1.5, 0.7, 0.0]), cb()), kw

    return make


def cases():
    yield "no-callback", sample(lambda: None)
    yield "record", sample(lambda: PreviewRecorder())
    yield "watch", sample(lambda: PreviewRecorder(abort_above=1e6))
    yield "abort", sample(lambda: PreviewRecorder(abort_above=1e-3))
    yield "every-two", sample(lambda: PreviewRecorder(abort_above=2.0), callback_steps=2)


EXPECT = {'topic': 'diffusion',
 'rewrites': [],
 'breaks': {37: 3},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
