"""StyleGAN2-ADA adapts the probability of its augmentations to the signs of the discriminator."""

import numpy as np
import torch
import torch.nn as nn

from fxkit import build, randn


class AugmentPipe(nn.Module):
    def __init__(self, noise_std=0.1):
        super().__init__()
        self.register_buffer("p", torch.zeros([]))
        self.noise_std = noise_std

    def forward(self, images, noise):
        gate = (noise[..., :1] < self.p).to(images.dtype)
        return images + gate * self.noise_std * noise


class ADALoss(nn.Module):
    def __init__(self, dim=4, ada_target=0.6, ada_interval=4, ada_kimg=0.02):
        super().__init__()
        self.D = nn.Sequential(nn.Linear(dim, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
        self.augment_pipe = AugmentPipe()
        self.ada_target, self.ada_interval, self.ada_kimg = ada_target, ada_interval, ada_kimg

    def run_D(self, img, noise):
        return self.D(self.augment_pipe(img, noise))

    def forward(self, real_img, gen_img, noise):
        batch_size = real_img.shape[0]
        real_logits = self.run_D(real_img, noise)
        gen_logits = self.run_D(gen_img, noise)
        loss_Dgen = torch.nn.functional.softplus(gen_logits).mean()
        loss_Dreal = torch.nn.functional.softplus(-real_logits).mean()

        # Execute ADA heuristic.
        ada_stats = real_logits.detach().sign().mean().item()
        adjust = np.sign(ada_stats - self.ada_target) * (batch_size * self.ada_interval) / (self.ada_kimg * 1000)
        self.augment_pipe.p.copy_((self.augment_pipe.p + adjust).clamp(min=0, max=1))
        return loss_Dgen + loss_Dreal, self.augment_pipe.p.clone()


def load():
    return torch.compile(ADALoss())


def cases():
    yield from build(load, lambda: (randn(4, 4), randn(4, 4, seed=1), randn(4, 4, seed=2)), "base grad big zero")
    yield from build(load, lambda: (10 * randn(4, 4), randn(4, 4, seed=1), randn(4, 4, seed=2)), "base pos neg", tag="sure-")

EXPECT = {'topic': 'gan',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {39: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
