"""One step of training under torch.compile, with what people add to it: a guard, a progress line, and clipping."""
import torch
from torch import nn


@torch.compile(backend="eager")
def loss_of(model, inputs, targets):
    loss = nn.functional.mse_loss(model(inputs), targets)
    assert torch.isfinite(loss), "the loss is not finite"
    print("loss", loss.item())
    return loss


@torch.compile(backend="eager")
@torch.no_grad()
def clip(gradients, limit: float):
    norm = torch.stack([gradient.norm() for gradient in gradients]).norm()
    if norm > limit:
        scale = limit / norm
    else:
        scale = torch.ones_like(norm)
    return [gradient * scale for gradient in gradients]


if __name__ == "__main__":
    model = nn.Linear(4, 1)
    loss_of(model, torch.randn(8, 4), torch.randn(8, 1)).backward()
    print(clip([parameter.grad for parameter in model.parameters()], 0.1))
