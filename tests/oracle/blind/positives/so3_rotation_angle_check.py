"""Relative rotation angles of camera pairs, after pytorch3d.transforms.so3."""

import torch

from fxkit import randn, sweep


def so3_rotation_angle(R, eps=1e-4, cos_angle=False, cos_bound=1e-4):
    N, dim1, dim2 = R.shape
    if dim1 != 3 or dim2 != 3:
        raise ValueError("Input has to be a batch of 3x3 Tensors.")

    rot_trace = R[:, 0, 0] + R[:, 1, 1] + R[:, 2, 2]

    if ((rot_trace < -1.0 - eps) + (rot_trace > 3.0 + eps)).any():
        raise ValueError("A matrix has trace outside valid range [-1-eps,3+eps].")

    # phi ... rotation angle
    phi_cos = (rot_trace - 1.0) * 0.5

    if cos_angle:
        return phi_cos
    bound = 1.0 - cos_bound
    return torch.acos(phi_cos.clamp(-bound, bound))


@torch.compile
def camera_pose_error(R_pred, T_pred, R_gt, T_gt, cos_angle=False):
    """Rotation angle between predicted and true cameras and the angle of their translations."""
    R_rel = torch.bmm(R_pred, R_gt.permute(0, 2, 1))
    angle = so3_rotation_angle(R_rel, cos_angle=cos_angle)
    t_cos = torch.nn.functional.cosine_similarity(T_pred, T_gt, dim=-1, eps=1e-6)
    t_err = torch.acos(t_cos.clamp(-1 + 1e-4, 1 - 1e-4))
    return {"rotation": angle, "translation": t_err, "accuracy@15": (angle < 0.26).float().mean()}


def rotations(n, seed=0):
    q, r = torch.linalg.qr(randn(n, 3, 3, seed=seed))
    q = q * torch.sign(torch.diagonal(r, dim1=-2, dim2=-1)).unsqueeze(-2)
    return q * torch.linalg.det(q)[:, None, None]


def batch(scale=1.0, n=4):
    return rotations(n) * scale, randn(n, 3), rotations(n, 1), randn(n, 3, seed=1)


def same(scale=1.0):
    R = rotations(3)
    return R * scale, randn(3, 3), R, randn(3, 3)


def cases():
    yield from sweep(camera_pose_error, batch, "base grad nan")
    yield from sweep(camera_pose_error, same, "base grad", tag="same-")
    yield from sweep(camera_pose_error, lambda: same(1.2), "base", tag="scaled-")
    yield from sweep(camera_pose_error, lambda: batch(0.5, 2) + (True,), "base", tag="cosine-")


EXPECT = {'topic': '3d vision',
 'rewrites': [],
 'breaks': {15: 1, 16: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
