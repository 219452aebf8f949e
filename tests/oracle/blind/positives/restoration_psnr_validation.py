"""Validation step of an image restoration model: PSNR on the luma channel is summed up like in BasicSR."""

import math

import torch
from torch import nn

from fxkit import build, rand


def rgb2ycbcr_pt(img, y_only=False):
    """Convert RGB images (n, 3, h, w) in the range [0, 1] to YCbCr, BT.601."""
    if y_only:
        weight = torch.tensor([[65.481], [128.553], [24.966]]).to(img)
        out_img = torch.matmul(img.permute(0, 2, 3, 1), weight).permute(0, 3, 1, 2) + 16.0
        return out_img / 255.0
    raise NotImplementedError("only the luma channel is needed")


def calculate_psnr(img, img2, crop_border, test_y_channel=False):
    assert img.shape == img2.shape, f"Image shapes are different: {img.shape}, {img2.shape}."
    if crop_border != 0:
        img = img[:, :, crop_border:-crop_border, crop_border:-crop_border]
        img2 = img2[:, :, crop_border:-crop_border, crop_border:-crop_border]
    if test_y_channel:
        img = rgb2ycbcr_pt(img, y_only=True)
        img2 = rgb2ycbcr_pt(img2, y_only=True)
    mse = ((img * 255.0 - img2 * 255.0) ** 2).mean().item()
    if mse == 0:
        return float("inf")
    return 20.0 * math.log10(255.0 / math.sqrt(mse))


class SRModel(nn.Module):
    def __init__(self, scale=2, crop_border=1, test_y_channel=True):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(3, 3 * scale**2, 3, padding=1), nn.PixelShuffle(scale))
        self.crop_border = crop_border
        self.test_y_channel = test_y_channel
        self.metric_results = {"psnr": 0.0}
        self.num_images = 0

    @torch.no_grad()
    def forward(self, lq, gt=None):
        output = self.net(lq).clamp(0, 1)
        if gt is not None:
            self.metric_results["psnr"] += calculate_psnr(output, gt, self.crop_border, self.test_y_channel)
            self.num_images += 1
        return output


class Identity2x(nn.Module):
    def forward(self, x):
        return x.repeat_interleave(2, -1).repeat_interleave(2, -2)


def load(perfect=False, **kw):
    model = SRModel(**kw)
    if perfect:
        model.net = Identity2x()
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (rand(1, 3, 4, 4), rand(1, 3, 8, 8)), "base zero nan")
    yield from build(lambda: load(crop_border=0, test_y_channel=False), lambda: (rand(1, 3, 4, 4), rand(1, 3, 8, 8)), "base", tag="rgb-")
    yield from build(lambda: load(True), lambda: (torch.full((1, 3, 4, 4), 0.5), torch.full((1, 3, 8, 8), 0.5)), "base", tag="perfect-")
    yield from build(load, lambda: (rand(2, 3, 4, 4),), "base", tag="no-gt-")


EXPECT = {'topic': 'image restoration',
 'rewrites': [],
 'breaks': {28: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
