import torch


@torch.compile
def f(x, y):
    () = y if x.max() > 0 else x
    [] = (y) if x.max() and y else [] if x.min() else ()
    () = () if x.max() > 0 else ()
    return y
