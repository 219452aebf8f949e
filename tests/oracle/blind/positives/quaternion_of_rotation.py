"""The orientation of an end effector as a quaternion, by the largest of four candidates."""

import torch
import torch.nn as nn

from fxkit import build, randn


def matrix_to_quaternion(m):
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    if trace > 0:
        s = torch.sqrt(trace + 1.0) * 2
        w = 0.25 * s
        x = (m[2, 1] - m[1, 2]) / s
        y = (m[0, 2] - m[2, 0]) / s
        z = (m[1, 0] - m[0, 1]) / s
    elif m[0, 0] > m[1, 1] and m[0, 0] > m[2, 2]:
        s = torch.sqrt(1.0 + m[0, 0] - m[1, 1] - m[2, 2]) * 2
        w = (m[2, 1] - m[1, 2]) / s
        x = 0.25 * s
        y = (m[0, 1] + m[1, 0]) / s
        z = (m[0, 2] + m[2, 0]) / s
    else:
        s = torch.sqrt(1.0 + m[1, 1] - m[0, 0] - m[2, 2]) * 2
        w = (m[0, 2] - m[2, 0]) / s
        x = (m[0, 1] + m[1, 0]) / s
        y = 0.25 * s
        z = (m[1, 2] + m[2, 1]) / s
    return torch.stack([w, x, y, z])


class PoseHead(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.six = nn.Linear(dim, 6)

    @torch.no_grad()
    def forward(self, feature):
        a, b = self.six(feature).chunk(2)
        e1 = a / a.norm()
        e2 = b - (e1 @ b) * e1
        e2 = e2 / e2.norm()
        rotation = torch.stack([e1, e2, torch.linalg.cross(e1, e2)], dim=-1)
        return matrix_to_quaternion(rotation), rotation


def load():
    return torch.compile(PoseHead())


def cases():
    yield from build(load, lambda: (randn(5),), "base big nan zero")
    yield from build(load, lambda: (-3 * randn(5, seed=1),), "base", tag="turned-")

EXPECT = {'topic': 'robotics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {11: 1, 17: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
