import torch
from torch import nn
class M(nn.Module):
    def __init__(self, n=2):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(n, n) for _ in range(n))
        self.register_buffer("k", torch.zeros(n))
    def forward(self, x, mask=None, *rest, **more):
        f = lambda y, g=self.helper: g(y) if g else y
        for layer in self.layers:
            x = layer(x)
            if mask is not None and mask.any(): x[mask] = 0
        try:
            self.k += x.mean(0)
        except ValueError as e:
            raise RuntimeError(f"{e}") from e
        return f(x), {k: v for k, v in more.items()}, [*rest]
    def helper(self, x): return x.tolist() if self.training else (yield x)
compiled = torch.compile(M())
