"""One epoch of knowledge distillation in a compiled method: backward, optimizer step, meters."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def loss_fn_kd(outputs, labels, teacher_outputs, alpha=0.9, T=4.0):
    soft = nn.KLDivLoss(reduction="batchmean")(F.log_softmax(outputs / T, dim=1), F.softmax(teacher_outputs / T, dim=1))
    return soft * (alpha * T * T) + F.cross_entropy(outputs, labels) * (1.0 - alpha)


class Distiller:
    def __init__(self, dim=4, classes=3, lr=0.1):
        self.student = nn.Linear(dim, classes)
        self.teacher = nn.Sequential(nn.Linear(dim, 6), nn.ReLU(), nn.Linear(6, classes)).requires_grad_(False).eval()
        self.optimizer = torch.optim.SGD(self.student.parameters(), lr=lr)
        self.train_epoch = torch.compile(self._train_epoch)

    def _train_epoch(self, batches):
        running_loss, correct, total = 0.0, 0, 0
        for inputs, labels in batches:
            with torch.no_grad():
                teacher_outputs = self.teacher(inputs)
            outputs = self.student(inputs)
            loss = loss_fn_kd(outputs, labels, teacher_outputs)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()

            running_loss += loss.item() * inputs.size(0)
            correct += (outputs.argmax(dim=1) == labels).sum().item()
            total += labels.size(0)
        return {"loss": running_loss / total, "acc": correct / total}


def load():
    return Distiller().train_epoch


def cases():
    def batches(n):
        return [(randn(4, 4, seed=i), torch.tensor([0, 2, 1, 0])) for i in range(n)]

    yield from build(load, lambda: (batches(2),), "base")
    yield from build(load, lambda: (batches(1),), "base", tag="one-")

EXPECT = {'topic': 'training',
 'kind': 'training',
 'rewrites': [],
 'breaks': {29: 1, 31: 4},
 'gb': ['GB0008', 'GB0025', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
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
