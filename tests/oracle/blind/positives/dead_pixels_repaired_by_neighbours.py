"""Detector correction of an X-ray sensor: dead pixels take the mean of their live neighbours."""

import torch

from fxkit import bools, rand, sweep

OFFSETS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def neighbours(img, dead, y, x):
    h, w = img.shape
    values = []
    for dy, dx in OFFSETS:
        yy, xx = y + dy, x + dx
        if 0 <= yy < h and 0 <= xx < w and not dead[yy, xx]:
            values.append(img[yy, xx])
    return values


@torch.compile
def repair(img, dead, dark):
    """img, dead, dark: (H, W). Returns the corrected frame and the count of pixels that stayed dead."""
    flat = img - dark
    out = flat.clone()
    unresolved = 0
    if (n := dead.sum().item()) == 0:
        return out, unresolved
    for y, x in dead.nonzero().tolist():
        values = neighbours(flat, dead, y, x)
        if values:
            out[y, x] = torch.stack(values).sum() / len(values)
        else:
            out[y, x] = 0.0
            unresolved += 1
    if unresolved > n // 2:
        print("sensor needs replacement")
    return out, unresolved


def frame(mask):
    return lambda: (rand(3, 4), mask(), rand(3, 4, seed=4) * 0.1)


def cases():
    yield from sweep(repair, frame(lambda: bools(3, 4, p=0.3)), "base", tag="some-")
    yield from sweep(repair, frame(lambda: torch.zeros(3, 4, dtype=torch.bool)), "base", tag="healthy-")
    yield from sweep(repair, frame(lambda: torch.ones(3, 4, dtype=torch.bool)), "base", tag="broken-")
    yield from sweep(repair, frame(lambda: torch.arange(12).view(3, 4) == 0), "base", tag="corner-")


EXPECT = {'topic': 'imaging',
 'rewrites': [],
 'breaks': {15: 1, 26: 1, 28: 2},
 'gb': ['GB0033', 'GB0036', 'GB0124', 'GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close']}
