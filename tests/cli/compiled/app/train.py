import functools

import torch
from accelerate import Accelerator

from app.blocks import Block, Net, build, compile_blocks, maybe_compile
from app.trainer import Trainer


def loss(x, y):
    print("loss")
    return (x - y).mean()


def shift(x, by):
    return x + by


def main(args):
    maybe_compile(build(args.name), args.compile)
    compile_blocks(Net())
    Trainer(Net(), loss, args)
    model = Accelerator().prepare(Net())
    model = torch.compile(model)
    for child in model.children():
        child.compile()
    for module in Net().modules():
        if isinstance(module, Block):
            module.compile(dynamic=True)
    step = torch.compile(functools.partial(shift, by=1))
    named = {"net": Net()}
    for name in named:
        named[name] = torch.compile(named[name])
    return torch.compile(args.anything), step
