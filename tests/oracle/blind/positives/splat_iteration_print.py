"""Fitting of 2D Gaussian splats to an image; every iteration may report its PSNR."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from fxkit import build, rand


def psnr(img1: Tensor, img2: Tensor) -> Tensor:
    mse = ((img1 - img2) ** 2).mean().clamp(min=1e-10)
    return -10.0 * torch.log10(mse)


class GaussianImage(nn.Module):
    def __init__(self, num_points: int, size: int):
        super().__init__()
        self._xy = nn.Parameter(torch.rand(num_points, 2) * 2 - 1)
        self._scaling = nn.Parameter(torch.full((num_points, 2), -1.0))
        self._rotation = nn.Parameter(torch.zeros(num_points))
        self._opacity = nn.Parameter(torch.zeros(num_points))
        self._color = nn.Parameter(torch.rand(num_points, 3))
        axis = torch.linspace(-1, 1, size)
        self.register_buffer("grid", torch.stack(torch.meshgrid(axis, axis, indexing="xy"), -1).view(-1, 2))
        self.size = size

    def forward(self) -> Tensor:
        d = self.grid[:, None] - self._xy.tanh()[None]
        c, s = self._rotation.cos(), self._rotation.sin()
        u = (c * d[..., 0] + s * d[..., 1]) / self._scaling[:, 0].exp()
        v = (-s * d[..., 0] + c * d[..., 1]) / self._scaling[:, 1].exp()
        alpha = self._opacity.sigmoid() * torch.exp(-0.5 * (u * u + v * v))
        return (alpha @ self._color).view(self.size, self.size, 3)


class Trainer(nn.Module):
    def __init__(self, num_points=5, size=6, lambda_l1=0.2, report_every=100):
        super().__init__()
        self.gaussians = GaussianImage(num_points, size)
        self.lambda_l1 = lambda_l1
        self.report_every = report_every

    def forward(self, gt_image: Tensor, iteration: int) -> Tensor:
        image = self.gaussians()
        loss = (1.0 - self.lambda_l1) * F.mse_loss(image, gt_image) + self.lambda_l1 * F.l1_loss(image, gt_image)
        if iteration % self.report_every == 0:
            with torch.no_grad():
                score = psnr(image, gt_image)
            print(f"[ITER {iteration}] Evaluating train: L1 {F.l1_loss(image, gt_image):.5f} PSNR {score:.2f}")
        return loss


def make(**kw):
    return torch.compile(Trainer(**kw))


def cases():
    yield from build(make, lambda: (rand(6, 6, 3), 0), "base grad nan")
    yield from build(make, lambda: (rand(6, 6, 3), 7), "base", tag="quiet-")
    yield from build(lambda: make(num_points=2, size=4, report_every=1), lambda: (rand(4, 4, 3), 3), "base", tag="often-")

EXPECT = {'topic': 'gaussian splatting',
 'rewrites': [],
 'breaks': {49: 3},
 'gb': ['GB0021', 'GB0059'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'log-site', 'shown-history']}
