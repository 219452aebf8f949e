"""A row of the oracle as something to run: `profile_target.py:bart-base` is its model with its first call, to measure;
`profile_target.py:bart-base.calls` are all its calls, made as accept.py makes them.
"""

import functools
import os
import sys

sys.path.insert(0, os.path.join(os.environ["GRAPHMEND_ORACLE"], "rows"))

import rows


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)

    def build():
        row = rows.build(name)
        call = next(each for each in row.calls if isinstance(each.kw, dict) and not each.exc)
        return row.model, (), call.kw

    build.calls = lambda: calls_of(rows.build(name))
    return build


def calls_of(row):
    """name -> a call without arguments, to be made in this order: some take what an earlier one gave."""
    import torch

    torch._dynamo.config.recompile_limit = 64
    torch._dynamo.config.accumulated_recompile_limit = 512
    compiled, given = {}, {}

    def make(number, call):
        torch.manual_seed(100 + number)
        if call.pre:
            call.pre(row.model)
        named = call.kw(given) if callable(call.kw) else call.kw
        row.model.zero_grad(set_to_none=True)
        if call.target not in compiled:
            part = row.model.get_submodule(call.target) if call.target else row.model
            compiled[call.target] = torch.compile(part, dynamic=False)
        with torch.set_grad_enabled(row.train):
            given[call.name] = compiled[call.target](**named)

    return {call.name: functools.partial(make, number, call) for number, call in enumerate(row.calls)}
