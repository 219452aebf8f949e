"""Test-time mirroring of skeletons: flagged samples are mirrored and their left and right joints swapped."""

import torch
from torch import nn

from fxkit import bools, build, randn

LEFT, RIGHT = [1, 3], [2, 4]


def mirror(pose):
    pose = pose.clone()
    pose[..., 0] *= -1
    pose[LEFT + RIGHT] = pose[RIGHT + LEFT]
    return pose


class PoseLifter(nn.Module):
    """Lifts 2d joints to 3d; a mirrored sample is mirrored back after the network."""

    def __init__(self, joints=5, hidden=8):
        super().__init__()
        self.joints = joints
        self.net = nn.Sequential(nn.Linear(joints * 2, hidden), nn.ReLU(), nn.Linear(hidden, joints * 3))

    def forward(self, pose2d, flips):
        inputs = pose2d.clone()
        for i, flip in enumerate(flips):
            if flip:
                inputs[i] = mirror(inputs[i])
        pose3d = self.net(inputs.flatten(1)).view(-1, self.joints, 3)
        outputs = []
        for pose, flip in zip(pose3d, flips):
            outputs.append(mirror(pose) if flip else pose)
        return torch.stack(outputs)


def load():
    return torch.compile(PoseLifter())


def cases():
    yield from build(load, lambda: (randn(4, 5, 2), torch.tensor([True, False, True, False])), "base grad true false")
    yield from build(load, lambda: (randn(3, 5, 2), bools(3)), "base nan", tag="other-")

EXPECT = {'topic': 'pose',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {29: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
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
