"""Learned image compression: rate, distortion and PSNR of one batch."""

import math

import torch
import torch.nn as nn

from fxkit import build, rand


class RateDistortionLoss(nn.Module):
    """Custom rate distortion loss with a Lagrangian parameter."""

    def __init__(self, lmbda=0.01):
        super().__init__()
        self.mse = nn.MSELoss()
        self.lmbda = lmbda

    def psnr(self, mse):
        return -10 * math.log10(mse.item())

    @torch.compile
    def forward(self, output, target):
        N, _, H, W = target.size()
        num_pixels = N * H * W
        out = {}
        out["bpp_loss"] = sum(
            torch.log(likelihoods).sum() / (-math.log(2) * num_pixels) for likelihoods in output["likelihoods"].values()
        )
        out["mse_loss"] = self.mse(output["x_hat"], target)
        out["loss"] = self.lmbda * 255**2 * out["mse_loss"] + out["bpp_loss"]
        out["psnr"] = self.psnr(out["mse_loss"])
        return out


class FactorizedPrior(nn.Module):
    def __init__(self, M=4):
        super().__init__()
        self.g_a = nn.Conv2d(3, M, 2, stride=2)
        self.g_s = nn.ConvTranspose2d(M, 3, 2, stride=2)
        self.log_scale = nn.Parameter(torch.zeros(M, 1, 1))
        self.criterion = RateDistortionLoss()

    def forward(self, x):
        y = self.g_a(x)
        y_hat = y + (y.round() - y).detach()
        likelihood = torch.exp(-y_hat.abs() / self.log_scale.exp()).clamp(min=1e-9)
        return self.criterion({"x_hat": self.g_s(y_hat), "likelihoods": {"y": likelihood}}, x)


def load():
    return FactorizedPrior()


def cases():
    yield from build(load, lambda: (rand(2, 3, 4, 4),), "base grad zero big")

EXPECT = {'topic': 'compression',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {20: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
