"""The image size goes through a tensor before it is unpacked."""

import torch

from fxkit import randn, sweep


@torch.compile
def patchify(img: torch.Tensor, patch: int = 2) -> torch.Tensor:
    height, width = torch.tensor(img.shape[-2:]).tolist()
    tiles = img.reshape(-1, height // patch, patch, width // patch, patch)
    return tiles.sum((2, 4)) / (patch * patch)


def cases():
    yield from sweep(patchify, lambda: (randn(3, 4, 6),), "base nan inf zero half f64 grad nan+grad inf+grad")
    yield from sweep(patchify, lambda: (randn(1, 6, 6),), "base grad", kwargs={"patch": 3}, tag="three-")

EXPECT = {'topic': 'vision',
 'rewrites': ['R21'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
