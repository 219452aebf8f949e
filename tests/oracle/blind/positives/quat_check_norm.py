"""Rotation of points by quaternions which must not be degenerate."""

import torch

from fxkit import randn, sweep

MIN_NORM = 1e-4


def quat_conjugate(q):
    return torch.cat([q[..., :1], -q[..., 1:]], dim=-1)


def quat_multiply(a, b):
    aw, ax, ay, az = a.unbind(-1)
    bw, bx, by, bz = b.unbind(-1)
    return torch.stack(
        (
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        ),
        dim=-1,
    )


def normalize_quaternion(quat):
    norm = quat.norm(dim=-1, keepdim=True)
    if torch.any(norm < MIN_NORM):
        raise ValueError(f"quaternion with norm below {MIN_NORM} cannot be normalised")
    return quat / norm


def rotate(quat, points):
    zeros = torch.zeros_like(points[..., :1])
    pure = torch.cat([zeros, points], dim=-1)
    return quat_multiply(quat_multiply(quat, pure), quat_conjugate(quat))[..., 1:]


@torch.compile
def end_effector_error(joint_quat, tool_points, target):
    quat = normalize_quaternion(joint_quat)
    world = rotate(quat, tool_points)
    err = (world - target).norm(dim=-1)
    return err.mean(), world


def cases():
    yield from sweep(end_effector_error, lambda: (randn(4, 4), randn(4, 3), randn(4, 3, seed=1)), "base grad zero big nan f64")
    yield from sweep(end_effector_error, lambda: (randn(4, 4) * 1e-6, randn(4, 3), randn(4, 3)), "base", tag="tiny-")


EXPECT = {'topic': 'robotics',
 'kind': 'raise_on_degenerate',
 'rewrites': [],
 'breaks': {30: 1, 31: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
