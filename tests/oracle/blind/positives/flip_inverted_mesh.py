"""A watertight mesh whose signed volume is negative has its faces turned inside out."""

import torch
import torch.nn as nn

from fxkit import build, randn

TETRA = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]


def signed_volume(verts, faces):
    a, b, c = verts[faces].unbind(dim=1)
    return (torch.linalg.cross(a, b, dim=-1) * c).sum() / 6.0


def vertex_normals(verts, faces):
    a, b, c = verts[faces].unbind(dim=1)
    n = torch.linalg.cross(b - a, c - a, dim=-1)
    out = torch.zeros_like(verts)
    for corner in range(3):
        out = out.index_add(0, faces[:, corner], n)
    return nn.functional.normalize(out, dim=-1)


class DeformMesh(nn.Module):
    def __init__(self):
        super().__init__()
        self.offset = nn.Linear(3, 3)
        self.register_buffer("faces", torch.tensor(TETRA))

    def forward(self, verts):
        verts = verts + 0.1 * self.offset(verts)
        faces = self.faces
        volume = signed_volume(verts, faces)
        if volume < 0:
            # winding is the wrong way round
            faces = faces.flip(dims=(1,))
            volume = -volume
        return {"normals": vertex_normals(verts, faces), "volume": volume, "faces": faces}


def load():
    return torch.compile(DeformMesh())


CORNERS = torch.tensor([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])


def cases():
    yield from build(load, lambda: (CORNERS.clone(),), "base grad big nan")
    yield from build(load, lambda: (CORNERS[[1, 0, 2, 3]].clone(),), "base grad", tag="inverted-")
    yield from build(load, lambda: (randn(4, 3),), "base grad zero", tag="drawn-")

EXPECT = {'topic': '3d',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {35: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['fresh-result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
