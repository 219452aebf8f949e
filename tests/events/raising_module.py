"""A module whose end is never reached, like a script that ends by raising SystemExit: what is defined above is known."""

import torch

raise SystemExit(0)


class M(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x.item()
