"""Rotation matrices to quaternions."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


def _sqrt_positive_part(x):
    """sqrt(max(0, x)) with a zero subgradient where x is 0."""
    ret = torch.zeros_like(x)
    positive_mask = x > 0
    ret[positive_mask] = torch.sqrt(x[positive_mask])
    return ret


def matrix_to_quaternion(matrix):
    batch_dim = matrix.shape[:-2]
    m00, m01, m02, m10, m11, m12, m20, m21, m22 = torch.unbind(matrix.reshape(batch_dim + (9,)), dim=-1)
    q_abs = _sqrt_positive_part(
        torch.stack(
            [1.0 + m00 + m11 + m22, 1.0 + m00 - m11 - m22, 1.0 - m00 + m11 - m22, 1.0 - m00 - m11 + m22],
            dim=-1,
        )
    )
    quat_by_rijk = torch.stack(
        [
            torch.stack([q_abs[..., 0] ** 2, m21 - m12, m02 - m20, m10 - m01], dim=-1),
            torch.stack([m21 - m12, q_abs[..., 1] ** 2, m10 + m01, m02 + m20], dim=-1),
            torch.stack([m02 - m20, m10 + m01, q_abs[..., 2] ** 2, m12 + m21], dim=-1),
            torch.stack([m10 - m01, m20 + m02, m21 + m12, q_abs[..., 3] ** 2], dim=-1),
        ],
        dim=-2,
    )
    flr = torch.tensor(0.1).to(dtype=q_abs.dtype, device=q_abs.device)
    quat_candidates = quat_by_rijk / (2.0 * q_abs[..., None].max(flr))
    return quat_candidates[F.one_hot(q_abs.argmax(dim=-1), num_classes=4) > 0.5, :].reshape(batch_dim + (4,))


@torch.compile
def rotation_loss(pred, target):
    q1 = matrix_to_quaternion(pred)
    q2 = matrix_to_quaternion(target)
    return 1.0 - (q1 * q2).sum(-1).abs(), q1


def rotations(seed):
    return torch.linalg.qr(randn(4, 3, 3, seed=seed))[0]


def cases():
    yield from sweep(rotation_loss, lambda: (rotations(0), rotations(5)), "base grad f64 f64+grad nan")
    yield from sweep(rotation_loss, lambda: (torch.eye(3).expand(2, 3, 3).clone(), rotations(5)[:2]), "base grad", tag="eye-")


EXPECT = {'topic': '3d',
 'rewrites': ['R32', 'R25'],
 'breaks': {-1: 32, 13: 1, 37: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 11,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
