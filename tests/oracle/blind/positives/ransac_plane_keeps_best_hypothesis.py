"""Ground-plane fit for a LiDAR sweep: a fixed set of three-point hypotheses, the one with most inliers wins."""

import torch

from fxkit import ints, randn


def plane_through(a, b, c, eps=1e-8):
    """Unit normal and offset of the plane through three points."""
    n = torch.linalg.cross(b - a, c - a)
    n = n / n.norm().clamp(min=eps)
    return n, -(n * a).sum()


class GroundPlane:
    """Estimates `n.x + d = 0`; `distance` is the inlier band in metres."""

    def __init__(self, distance=0.2, max_tilt=0.5):
        self.distance = distance
        self.max_tilt = max_tilt

    def residuals(self, points, normal, offset):
        return (points @ normal + offset).abs()

    @torch.compile
    def fit(self, points, triplets):
        best_n = points.new_tensor([0.0, 0.0, 1.0])
        best_d = points.new_zeros(())
        best_count = (self.residuals(points, best_n, best_d) < self.distance).sum()
        for k in range(triplets.shape[0]):
            i, j, l = triplets[k].unbind()
            normal, offset = plane_through(points[i], points[j], points[l])
            normal = torch.where(normal[2] < 0, -normal, normal)
            tilt = 1.0 - normal[2]
            count = (self.residuals(points, normal, offset) < self.distance).sum()
            if tilt < self.max_tilt and count > best_count:
                best_n, best_d, best_count = normal, offset, count
        height = points @ best_n + best_d
        return {"normal": best_n, "offset": best_d, "inliers": best_count, "height": height}


def flat_cloud(noise, lift=0.0):
    pts = randn(20, 3)
    pts[:, 2] = pts[:, 2] * noise + lift
    return pts


def cases():
    for name, noise, lift in (("flat", 0.01, 0.0), ("lifted", 0.02, 1.5), ("rough", 1.0, 0.0)):
        def make(noise=noise, lift=lift):
            return GroundPlane.fit, (GroundPlane(), flat_cloud(noise, lift), ints(0, 20, 4, 3, seed=5)), {}

        yield name, make

    def make_steep():
        return GroundPlane.fit, (GroundPlane(max_tilt=-1.0), flat_cloud(0.02, 1.5), ints(0, 20, 4, 3, seed=5)), {}

    yield "no-tilt-allowed", make_steep

EXPECT = {'topic': '3D',
 'rewrites': ['R9', 'R1'],
 'breaks': {32: 1},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 9,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
