"""Spectral similarity of two mass spectra: peaks match greedily within a ppm window, strongest pairs first."""

import torch

from fxkit import rand, sweep


def ppm_error(a, b):
    return (a[:, None] - b[None, :]).abs() / a[:, None] * 1e6


@torch.compile
def cosine_greedy(mz_a, int_a, mz_b, int_b, ppm=20.0):
    """Returns the similarity and the number of matched peaks."""
    norm = int_a.norm() * int_b.norm()
    if norm == 0:
        return torch.zeros(()), 0
    product = int_a[:, None] * int_b[None, :]
    product = torch.where(ppm_error(mz_a, mz_b) <= ppm, product, torch.zeros_like(product))
    score = torch.zeros(())
    matches = 0
    for _ in range(min(product.shape)):
        flat = product.argmax()
        row, col = divmod(flat.item(), product.shape[1])
        best = product[row, col]
        if best <= 0:
            break
        score = score + best
        matches += 1
        product[row, :] = 0
        product[:, col] = 0
    return score / norm, matches


def spectra(shift, scale_b=1.0, n=4, m=3):
    def args():
        mz = 100 + rand(n).sort().values * 300
        other = mz[:m] * (1 + shift * 1e-6)
        return mz, rand(n, seed=2), other, rand(m, seed=3) * scale_b

    return args


def cases():
    yield from sweep(cosine_greedy, spectra(5.0), "base", tag="close-")
    yield from sweep(cosine_greedy, spectra(500.0), "base", tag="apart-")
    yield from sweep(cosine_greedy, spectra(5.0, 0.0), "base", tag="silent-")
    yield from sweep(cosine_greedy, lambda: spectra(0.0)() + (1e7,), "base", tag="anything-")


EXPECT = {'topic': 'proteomics',
 'rewrites': [],
 'breaks': {16: 1, 24: 1},
 'gb': ['GB0124', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor']}
