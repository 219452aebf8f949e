"""Backbone torsion report: the angle between two planes by math.acos, with the straight angle for a bad cosine."""

import math

import torch

from fxkit import randn, sweep


def plane_normal(a, b, c):
    return torch.linalg.cross(b - a, c - b)


def cosine(u, v):
    # no renormalisation: u and v come from integer-like lattice coordinates
    return (u * v).sum() * torch.rsqrt((u * u).sum()) * torch.rsqrt((v * v).sum())


def angle_of(cos):
    try:
        return math.acos(cos.item())
    except ValueError:
        return math.pi


@torch.compile
def torsion_energy(atoms, barrier, offset=1.0e-3):
    """atoms: (4, 3). Cosine barrier plus a harmonic term on the angle."""
    n1 = plane_normal(atoms[0], atoms[1], atoms[2])
    n2 = plane_normal(atoms[1], atoms[2], atoms[3])
    angle = angle_of(cosine(n1, n2) * (1.0 + offset))
    bond = (atoms[1:] - atoms[:-1]).norm(dim=-1)
    energy = barrier * (1 + math.cos(3 * angle))
    return energy + 0.1 * ((bond - 1.5) ** 2).sum()


PLANAR = torch.tensor([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])


def cases():
    yield from sweep(torsion_energy, lambda: (randn(4, 3), torch.tensor(2.0)), "base", tag="bent-")
    yield from sweep(torsion_energy, lambda: (PLANAR.clone(), torch.tensor(2.0)), "base", tag="planar-")
    yield from sweep(torsion_energy, lambda: (PLANAR.clone(), torch.tensor(2.0), 0.0), "base", tag="exact-")

EXPECT = {'topic': 'chemistry',
 'verdict': 'any correct rewrite',
 'obligations': ['R23', 'O9'],
 'breaks': {21: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close', 'grad-close']}
