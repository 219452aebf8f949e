"""On-device white balance for a raw pipeline: gray world gains, clipped, with a dark-frame shortcut."""

import numpy as np
import torch

from fxkit import rand, sweep

LUMA = np.array([0.299, 0.587, 0.114], dtype=np.float32)


def channel_means(img, saturated):
    means = []
    for c in range(img.shape[0]):
        ok = img[c] < saturated
        n = ok.sum()
        if n == 0:
            means.append(torch.ones(()))
        else:
            means.append((img[c] * ok).sum() / n)
    return torch.stack(means)


@torch.compile
def white_balance(img, saturated=0.95, max_gain=3.0):
    """img: (3, H, W) in [0, 1]."""
    luma = (img * torch.from_numpy(LUMA)[:, None, None]).sum(0)
    if luma.max() < 0.05:
        return img, torch.ones(3)
    means = channel_means(img, saturated)
    gray = means.mean()
    gains = []
    for m in means:
        g = gray / m if m > 1e-6 else torch.tensor(max_gain)
        gains.append(torch.clamp(g, 1 / max_gain, max_gain))
    gains = torch.stack(gains)
    out = (img * gains[:, None, None]).clamp(0, 1)
    return out, gains


def image(*scale):
    return lambda: (rand(3, 4, 4) * torch.tensor(scale)[:, None, None],)


def cases():
    yield from sweep(white_balance, image(0.9, 0.5, 0.3), "base", tag="warm-")
    yield from sweep(white_balance, image(0.01, 0.02, 0.01), "base", tag="dark-")
    yield from sweep(white_balance, image(0.9, 0.8, 0.0), "base", tag="no-blue-")
    yield from sweep(white_balance, lambda: (torch.ones(3, 2, 2),), "base", tag="blown-")


EXPECT = {'topic': 'vision',
 'rewrites': [],
 'breaks': {16: 2, 27: 1, 33: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
