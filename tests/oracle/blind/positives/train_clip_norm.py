"""Gradient clipping of the trainer with the check against non-finite norms."""

from collections.abc import Iterable

import torch

from fxkit import randn, sweep


def total_norm(grads: Iterable[torch.Tensor], norm_type: float = 2.0, foreach: bool | None = None) -> torch.Tensor:
    grads = list(grads)
    if len(grads) == 0:
        return torch.tensor(0.0)
    norms = [torch.linalg.vector_norm(g, norm_type) for g in grads]
    return torch.linalg.vector_norm(torch.stack(norms), norm_type)


def scale_grads_(grads: Iterable[torch.Tensor], max_norm: float, norm: torch.Tensor) -> None:
    coef = max_norm / (norm + 1e-6)
    coef = torch.clamp(coef, max=1.0)
    for g in grads:
        g.mul_(coef)


@torch.no_grad()
@torch.compile
def clip_grad_norm_(
    grads: list[torch.Tensor],
    max_norm: float = 1.0,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> torch.Tensor:
    """Clip the gradient norm of a list of gradients.

    The norm is computed over the norms of the individual gradients, as if they were concatenated
    into a single vector. Gradients are modified in place.

    Args:
        grads: gradients that will be normalized
        max_norm: max norm of the gradients
        norm_type: type of the used p-norm, can be ``inf``
        error_if_nonfinite: raise if the total norm is nan or inf; nothing is changed then

    Returns:
        Total norm of the gradients, before clipping.
    """
    norm = total_norm(grads, norm_type, foreach)
    if error_if_nonfinite and torch.logical_or(norm.isnan(), norm.isinf()):
        raise RuntimeError(
            "The total norm of the gradients is non-finite, so it cannot be clipped. "
            "Set `error_if_nonfinite=False` to scale the gradients anyway"
        )
    scale_grads_(grads, max_norm, norm)
    return norm


def _grads():
    return ([randn(4, 3), randn(3), randn(2, 2, 2)],)


def cases():
    strict = {"error_if_nonfinite": True}
    yield from sweep(clip_grad_norm_, _grads, "base small big nan inf")
    yield from sweep(clip_grad_norm_, _grads, "base small big nan inf zero", kwargs=strict, tag="strict-")
    yield from sweep(clip_grad_norm_, _grads, "base f64", kwargs={**strict, "norm_type": float("inf")}, tag="max-")

EXPECT = {'topic': 'training loop',
 'rewrites': [],
 'breaks': {49: 3, 50: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['compiled-exception-type', 'finite-grad']}
