"""World-to-camera rotations of a look-at camera, with a way out when the up vector is parallel to the view."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def look_at_rotation(camera_position, at, up):
    z_axis = F.normalize(at - camera_position, eps=1e-5)
    x_axis = F.normalize(torch.cross(up, z_axis, dim=1), eps=1e-5)
    y_axis = F.normalize(torch.cross(z_axis, x_axis, dim=1), eps=1e-5)
    is_close = torch.isclose(x_axis, torch.tensor(0.0), atol=5e-3).all(dim=1, keepdim=True)
    if is_close.any():
        replacement = F.normalize(torch.cross(y_axis, z_axis, dim=1), eps=1e-5)
        x_axis = torch.where(is_close, replacement, x_axis)
    R = torch.cat((x_axis[:, None, :], y_axis[:, None, :], z_axis[:, None, :]), dim=1)
    return R.transpose(1, 2)


class LookAtCameras(nn.Module):
    def __init__(self, focal=1.2):
        super().__init__()
        self.focal = nn.Parameter(torch.tensor(focal))
        self.register_buffer("up", torch.tensor([[0.0, 1.0, 0.0]]))

    def forward(self, points, camera_position):
        at = points.mean(dim=1)
        R = look_at_rotation(camera_position, at, self.up.expand_as(camera_position))
        T = -torch.bmm(R.transpose(1, 2), camera_position[:, :, None])[:, :, 0]
        view = torch.bmm(points, R) + T[:, None, :]
        depth = view[..., 2:].clamp(min=1e-2)
        return self.focal * view[..., :2] / depth, R


def load():
    return torch.compile(LookAtCameras())


def cases():
    away = torch.tensor([[0.0, 0.5, -4.0], [3.0, 1.0, -3.0]])
    above = torch.tensor([[0.0, 5.0, 0.0], [2.0, 0.0, -3.0]])
    yield from build(load, lambda: (randn(2, 5, 3), away.clone()), "base grad")
    yield from build(load, lambda: (torch.zeros(2, 5, 3), above.clone()), "base grad", tag="above-")

EXPECT = {'topic': '3d',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
