"""Monocular depth: berHu loss with a threshold from the residuals, outliers are clipped at a limit computed with numpy."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from fxkit import build, rand, randn


def disp_to_depth(disp: Tensor, min_depth: float, max_depth: float) -> tuple[Tensor, Tensor]:
    """Convert network's sigmoid output into depth prediction"""
    min_disp = 1 / max_depth
    max_disp = 1 / min_depth
    scaled_disp = min_disp + (max_disp - min_disp) * disp
    return scaled_disp, 1 / scaled_disp


def get_smooth_loss(disp: Tensor, img: Tensor) -> Tensor:
    grad_disp_x = torch.abs(disp[..., :, :-1] - disp[..., :, 1:])
    grad_disp_y = torch.abs(disp[..., :-1, :] - disp[..., 1:, :])
    grad_img_x = torch.mean(torch.abs(img[:, :, :, :-1] - img[:, :, :, 1:]), 1, keepdim=True)
    grad_img_y = torch.mean(torch.abs(img[:, :, :-1, :] - img[:, :, 1:, :]), 1, keepdim=True)
    return (grad_disp_x * torch.exp(-grad_img_x)).mean() + (grad_disp_y * torch.exp(-grad_img_y)).mean()


class RobustDepthLoss(nn.Module):
    def __init__(self, num_sigma: float = 2.0, smoothness: float = 1e-3, min_depth=0.5, max_depth=20.0):
        super().__init__()
        self.head = nn.Conv2d(3, 1, 3, padding=1)
        self.num_sigma, self.smoothness = num_sigma, smoothness
        self.min_depth, self.max_depth = min_depth, max_depth

    def outlier_threshold(self, err: Tensor) -> float:
        residual = err.detach().cpu().numpy()
        return float(residual.mean() + self.num_sigma * residual.std())

    def forward(self, image: Tensor, gt_depth: Tensor) -> tuple[Tensor, Tensor]:
        disp = torch.sigmoid(self.head(image))
        _, depth = disp_to_depth(disp, self.min_depth, self.max_depth)
        err = (depth.log() - gt_depth.log()).abs()

        # measurements off by more than that are sensor noise
        limit = self.outlier_threshold(err)
        err = err.clamp(max=limit)

        delta = 0.2 * err.detach().max()
        berhu = torch.where(err <= delta, err, (err.pow(2) + delta.pow(2)) / (2 * delta + 1e-8))
        loss = berhu.mean() + self.smoothness * get_smooth_loss(disp, image)
        return loss, F.l1_loss(depth.detach(), gt_depth)


def make(**kw):
    return torch.compile(RobustDepthLoss(**kw))


def _args(n, size=5):
    return randn(n, 3, size, size), 1.0 + 9.0 * rand(n, 1, size, size)


def cases():
    yield from build(make, lambda: _args(2), "base grad")
    yield from build(lambda: make(num_sigma=0.0), lambda: _args(1, 4), "base", tag="mean-")
    yield from build(lambda: make(num_sigma=50.0, smoothness=0.1), lambda: _args(1, 3), "base big", tag="all-")

EXPECT = {'topic': 'depth estimation',
 'rewrites': [],
 'breaks': {35: 6},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'grad-close', 'finite', 'finite-grad', 'number-tensor']}
