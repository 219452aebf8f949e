"""What is assumed of operands is said from left to right, whatever compiler made the program."""
import torch


@torch.compile
def suppressed(x, floor=0.3):
    out = x / 2
    rows, columns = torch.nonzero(x < floor, as_tuple=True)
    out[rows, columns] = 0.0
    return out
