"""Multi-task loss: a softmax over the current losses, read as numbers, gives harder tasks more weight."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class MultiTaskHead(nn.Module):
    TASKS = ("seg", "depth", "normal")

    def __init__(self, dim=4, temperature=2.0):
        super().__init__()
        self.heads = nn.ModuleDict({name: nn.Linear(dim, 2) for name in self.TASKS})
        self.temperature = temperature

    def task_losses(self, feats, targets):
        losses = {}
        for name, head in self.heads.items():
            pred = head(feats)
            if name == "normal":
                losses[name] = 1 - F.cosine_similarity(pred, targets[name], dim=-1).mean()
            else:
                losses[name] = F.smooth_l1_loss(pred, targets[name])
        return losses

    def weights(self, losses):
        values = torch.tensor([loss.item() for loss in losses.values()])
        return len(values) * torch.softmax(values / self.temperature, dim=0)

    def forward(self, feats, targets):
        losses = self.task_losses(feats, targets)
        weights = self.weights(losses)
        total = sum(w * loss for w, loss in zip(weights, losses.values()))
        return total, weights


def load(double=False):
    net = MultiTaskHead()
    return torch.compile(net.double() if double else net)


def batch():
    return randn(5, 4), {name: randn(5, 2, seed=i) for i, name in enumerate(MultiTaskHead.TASKS)}


def cases():
    yield from build(load, batch, "base grad")
    yield from build(lambda: load(True), batch, "f64", tag="double-")


EXPECT = {'topic': 'multi-task',
 'verdict': 'any correct rewrite',
 'obligations': ['gradient', 'dtype'],
 'breaks': {29: 4},
 'gb': ['GB0092', 'GB0124'],
 'naive_differs_in': ['dtype', 'requires_grad', 'values'],
 'unsafe': ['close', 'grad-none-zero']}
