"""Options of Dynamo that are set for a function or around its call; as in an assignment, for the whole file."""

import torch


def help_(x):
    print("h")
#   ^^^^^^^^^^ GM401 skip
    return x


@torch.compile
@torch._dynamo.config.patch(capture_scalar_outputs=True)
def patch_inner(x: torch.Tensor):
    return x * x.sum().item()


@torch._dynamo.config.patch(capture_scalar_outputs=True)
@torch.compile
def patch_outer(x: torch.Tensor):
    return x * x.sum().item()


@torch.compile
def patch_with_inside(x: torch.Tensor):
    with torch._dynamo.config.patch(capture_scalar_outputs=True):
    #    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM503 skip
        return x * x.sum().item()


@torch._dynamo.config.patch(capture_dynamic_output_shape_ops=True)
@torch.compile
def patch_shape(x: torch.Tensor):
    return x.nonzero().sum() + 1


@torch._dynamo.config.patch("capture_scalar_outputs", True)
@torch.compile
def patch_str(x: torch.Tensor):
    return x * x.sum().item()


@torch._dynamo.config.patch({"capture_scalar_outputs": True})
@torch.compile
def patch_dict(x: torch.Tensor):
    return x * x.sum().item()


@torch._dynamo.config.patch(nested_graph_breaks=True)
@torch.compile
def nested(x: torch.Tensor):
    return help_(x + 1) + 1


@torch._dynamo.config.patch(nested_graph_breaks=True)
@torch.compile
def nested_loop(x: torch.Tensor):
    for i in range(2):
        x = help_(x + 1)
    return x + 1
