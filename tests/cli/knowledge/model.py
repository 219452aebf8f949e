import torch
import my_ops
from my_ops import nn as mynn


@torch.compile
def f(x):
    my_ops.sync()
    y = my_ops.fused(x)
    if y.sum() > 0:
        y = y + 1
    if my_ops.level() > 2:
        y = y * 2
    print("here")
    handle = my_ops.open_log("a")
    handle.write("b")
    return mynn.Relu(y)
