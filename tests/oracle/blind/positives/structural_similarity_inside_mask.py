"""Masked image restoration loss: L1 and a global SSIM, both only over the pixels inside the mask."""

import torch

from fxkit import bools, rand, sweep

C1, C2 = 0.01 ** 2, 0.03 ** 2


def moments(a, b):
    mu_a, mu_b = a.mean(), b.mean()
    var_a = ((a - mu_a) ** 2).mean()
    var_b = ((b - mu_b) ** 2).mean()
    cov = ((a - mu_a) * (b - mu_b)).mean()
    return mu_a, mu_b, var_a, var_b, cov


def global_ssim(a, b):
    """SSIM with a single window."""
    mu_a, mu_b, var_a, var_b, cov = moments(a, b)
    num = (2 * mu_a * mu_b + C1) * (2 * cov + C2)
    return num / ((mu_a ** 2 + mu_b ** 2 + C1) * (var_a + var_b + C2))


@torch.compile
def inpainting_loss(restored, clean, hole, ssim_weight=0.2):
    """restored, clean: (C, H, W); hole: (H, W) bool. Pixels outside the hole are copied from the input."""
    composed = torch.where(hole, restored, clean)
    inside = hole.expand_as(restored)
    l1 = (restored - clean)[inside].abs().mean()
    ssim = global_ssim(composed[inside], clean[inside])
    smooth = (composed[..., 1:] - composed[..., :-1]).abs().mean()
    loss = (1 - ssim_weight) * l1 + ssim_weight * (1 - ssim) + 0.01 * smooth
    return loss, ssim.detach()


def cases():
    yield from sweep(inpainting_loss, lambda: (rand(2, 4, 4), rand(2, 4, 4, seed=1), bools(4, 4)), "base grad", tag="half-")
    yield from sweep(inpainting_loss, lambda: (rand(2, 4, 4), rand(2, 4, 4, seed=1), torch.ones(4, 4, dtype=torch.bool)), "base", tag="full-")
    yield from sweep(inpainting_loss, lambda: (rand(2, 4, 4), rand(2, 4, 4, seed=1), torch.zeros(4, 4, dtype=torch.bool)), "base", tag="empty-")

EXPECT = {'topic': 'image restoration',
 'rewrites': ['R30', 'R31'],
 'breaks': {30: 1, 31: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
