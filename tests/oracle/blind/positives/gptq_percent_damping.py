"""GPTQ quantises a weight column by column with the inverse Hessian of its inputs."""

import torch

from fxkit import build, randn


def quantize(x, scale, zero, maxq):
    q = torch.clamp(torch.round(x / scale) + zero, 0, maxq)
    return scale * (q - zero)


class GPTQ:
    def __init__(self, rows=3, columns=4, wbits=4):
        self.rows, self.columns = rows, columns
        self.maxq = 2**wbits - 1

    def find_params(self, W):
        xmin = torch.minimum(W.amin(dim=1), W.new_zeros(1))
        xmax = torch.maximum(W.amax(dim=1), W.new_zeros(1))
        scale = ((xmax - xmin) / self.maxq).clamp(min=1e-5)
        return scale, torch.round(-xmin / scale)

    @torch.no_grad()
    def fasterquant(self, W, inp, percdamp=0.01):
        W = W.clone()
        scale, zero = self.find_params(W)
        H = 2 * inp.t() @ inp / inp.shape[0]
        dead = torch.diag(H) == 0
        H = H + torch.diag(dead.to(H.dtype))
        W = W.masked_fill(dead, 0.0)

        damp = percdamp * torch.mean(torch.diag(H)).item()
        diag = torch.arange(self.columns, device=W.device)
        H[diag, diag] += damp
        Hinv = torch.linalg.cholesky(torch.cholesky_inverse(torch.linalg.cholesky(H)), upper=True)

        Q = torch.zeros_like(W)
        losses = W.new_zeros(self.rows)
        for i in range(self.columns):
            w, d = W[:, i], Hinv[i, i]
            q = quantize(w, scale, zero, self.maxq)
            Q[:, i] = q
            err = (w - q) / d
            losses += err**2 / 2
            W[:, i:] -= err.unsqueeze(1) * Hinv[i, i:].unsqueeze(0)
        return Q, losses.sum()


def load():
    return torch.compile(GPTQ().fasterquant)


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(9, 4)), "base")
    yield from build(load, lambda: (randn(3, 4), randn(9, 4) * torch.tensor([1.0, 0.0, 2.0, 1.0])), "base big", tag="dead-")

EXPECT = {'topic': 'quantisation',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {33: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
