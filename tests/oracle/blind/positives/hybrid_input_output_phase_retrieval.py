"""Phase retrieval by hybrid input-output; stops early when the magnitude error is small."""

import torch

from fxkit import rand, sweep


def project_magnitude(field, magnitude):
    spec = torch.fft.fft2(field)
    phase = spec / spec.abs().clamp(min=1e-8)
    return torch.fft.ifft2(phase * magnitude).real


def magnitude_error(field, magnitude):
    return (torch.fft.fft2(field).abs() - magnitude).norm() / magnitude.norm()


@torch.compile
@torch.no_grad()
def hio(magnitude, support, guess, beta=0.8, iters=3, tol=1e-2):
    """Returns the object estimate, its error, and the best error seen."""
    x = guess.clone()
    best = torch.tensor(float("inf"))
    err = best
    for it in range(iters):
        y = project_magnitude(x, magnitude)
        violates = ~support | (y < 0)
        nxt = y.clone()
        nxt[violates] = x[violates] - beta * y[violates]
        x = nxt
        err = magnitude_error(x * support, magnitude)
        if err < best:
            best = err
        if err.item() < tol:
            print("converged after", it + 1)
            break
    x[~support] = 0.0
    return x, err, best


def problem(start="random", **kw):
    def args():
        obj = torch.zeros(4, 4)
        obj[1:3, 1:3] = rand(2, 2) + 0.5
        sup = obj > 0
        mag = torch.fft.fft2(obj).abs()
        return mag, sup, (obj if start == "true" else rand(4, 4, seed=9))

    return args


def cases():
    yield from sweep(hio, problem(), "base", tag="random-")
    yield from sweep(hio, problem("true"), "base", tag="solved-")
    yield from sweep(hio, problem(), "base", {"tol": 0.6}, tag="loose-")
    yield from sweep(hio, problem(), "base", {"iters": 1, "beta": 0.0}, tag="one-")


EXPECT = {'topic': 'imaging',
 'rewrites': [],
 'breaks': {29: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close']}
