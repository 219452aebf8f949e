"""A relaxation step tells by a bool whether it has converged; the caller tests it with `is`."""

import torch

from fxkit import randn, sweep


@torch.compile
def jacobi_step(x, b, diagonal, off, tol: float = 1e-3):
    new = (b - off @ x) / diagonal
    converged = bool(((new - x).abs() < tol).all())
    return new, converged


class Solver:
    def __init__(self, max_steps=4):
        self.max_steps = max_steps

    def solve(self, b, diagonal, off):
        x, status = torch.zeros_like(b), "running"
        for _ in range(self.max_steps):
            x, converged = jacobi_step(x, b, diagonal, off)
            if converged is True:
                status = "converged"
                break
        return x, status


def cases():
    yield from sweep(Solver().solve, lambda: (randn(3), torch.full((3,), 4.0), torch.zeros(3, 3)), "base zero nan")
    yield from sweep(Solver().solve, lambda: (randn(3), torch.full((3,), 4.0), randn(3, 3) * 0.5), "base", tag="coupled-")

EXPECT = {'topic': 'physics',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R28'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['value'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
