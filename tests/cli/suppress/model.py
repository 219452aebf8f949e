"""Findings in all places where a comment is hard to write."""
import torch

from helpers import limited


@torch.compile
def shown(x: torch.Tensor, y: torch.Tensor):
    if x.sum() > 0:
        x = x + y.item()  # noqa: F841
    print(x); print(y)  # graphmend: ignore[GM201] known
    z = torch.stack(
        [x, y.nonzero()],
    )
    if x.sum() \
            > 1:
        z = z + 1
    text = f"""
{y.item()}
"""
    print("# graphmend: ignore[GM101]", text, """
    in a string""", \
        "and behind a backslash")
    return limited(z)
