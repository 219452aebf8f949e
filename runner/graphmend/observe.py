"""Everything about a run that somebody could rely on, written down: one line of JSON for each call of compiled code.

What is compared later: outputs, parameters and buffers, gradients, random states, text on both outputs, log records.
"""

import dataclasses
import hashlib
import json
import logging
import os
import random
import sys
import threading

import torch

from graphmend.confirm.counts import described, entries

MOST_BYTES = 256 << 20  # of values that are kept to be shown; the hashes are kept of all


class Observed:
    """Writes `calls.jsonl`, `output.txt` and `values-N.pt` into `folder`, which is there and empty."""

    def __init__(self, folder):
        self._folder = folder
        self._calls = open(os.path.join(folder, "calls.jsonl"), "w", encoding="utf-8")
        self._number = 0
        self._owner = None
        self._kept = 0
        self._records = []

    def install(self, seed):
        """Seeds what draws at random, takes both outputs, and listens at the door to compiled code."""
        torch.manual_seed(seed)
        random.seed(seed)
        try:
            import numpy

            numpy.random.seed(seed)
        except ImportError:
            pass
        output = os.open(os.path.join(self._folder, "output.txt"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream, descriptor in ((sys.stdout, 1), (sys.stderr, 2)):
            stream.flush()
            os.dup2(output, descriptor)
            stream.reconfigure(line_buffering=True)
        logging.getLogger().addHandler(_Collector(self._records))
        doors, depth = {id(code) for code in entries()}, threading.local()

        def hook(frame, event, value):
            if event not in ("call", "return") or id(frame.f_code) not in doors:
                return
            deep = getattr(depth, "value", 0)
            if event == "call":
                depth.value = deep + 1
                if deep == 0:
                    self._begins(frame.f_locals)
            else:
                depth.value = deep - 1
                if deep == 1:
                    self._ended(value, raised=value is None and not _returns(frame))

        sys.setprofile(hook)

    def finish(self):
        """The last words: what the program left behind."""
        sys.setprofile(None)
        self._write("end", self._state(gradients=True))
        self._calls.close()

    def _begins(self, values):
        function = values.get("fn")
        owner = getattr(function, "__self__", None)
        self._owner = owner if isinstance(owner, torch.nn.Module) else None
        self._number += 1
        self._write("before", self._state(gradients=True), what=described(values))

    def _ended(self, value, raised):
        items = self._state(gradients=False)
        if not raised:
            flatten("result", value, items)
        self._write("raised" if raised else "after", items)

    def _state(self, gradients):
        items = {"random state of torch": torch.get_rng_state(), "random state of Python": repr(random.getstate())}
        if "numpy" in sys.modules:
            items["random state of numpy"] = repr(sys.modules["numpy"].random.get_state())
        if self._owner is not None:
            for name, value in list(self._owner.named_parameters()) + list(self._owner.named_buffers()):
                items[name] = value
                if gradients and value.grad_fn is None and value.grad is not None:
                    items[f"{name}.grad"] = value.grad
        items["log records"] = json.dumps(self._records)
        return items

    def _write(self, moment, items, what=""):
        told, values = {}, {}
        for name, value in items.items():
            if not isinstance(value, torch.Tensor):
                told[name] = value if len(value) < 1000 else _hash(value.encode())
                continue
            value = _plain(value)
            told[name] = [str(value.dtype), list(value.shape), _hash(_bytes(value))]
            size = value.numel() * value.element_size()
            if not name.startswith("random state") and self._kept + size < MOST_BYTES:
                self._kept += size
                values[name] = value.clone()
        key = f"{self._number}-{moment}"
        if values:
            torch.save(values, os.path.join(self._folder, f"values-{key}.pt"))
        self._calls.write(json.dumps({"call": self._number, "moment": moment, "what": what, "items": told}) + "\n")
        self._calls.flush()


class _Collector(logging.Handler):
    def __init__(self, records):
        super().__init__()
        self._records = records

    def emit(self, record):
        if not record.name.startswith("torch."):
            self._records.append([record.name, record.levelname, record.getMessage(), record.funcName])


def flatten(name, value, items, depth=0):
    """Tensors, numbers and texts within a value, into `items` by the expression that leads to them."""
    if isinstance(value, torch.Tensor):
        items[name] = value
    elif depth > 8:
        items[name] = type(value).__name__
    elif isinstance(value, dict):
        for key, each in value.items():
            flatten(f"{name}[{key!r}]", each, items, depth + 1)
    elif isinstance(value, (list, tuple)):
        items[name] = f"{type(value).__name__} of {len(value)}"
        for index, each in enumerate(value):
            flatten(f"{name}[{index}]", each, items, depth + 1)
    elif dataclasses.is_dataclass(value) or type(value).__module__.split(".")[0] not in ("builtins", "torch"):
        items[name] = type(value).__name__
        for key, each in sorted(getattr(value, "__dict__", {}).items()):
            flatten(f"{name}.{key}", each, items, depth + 1)
    else:
        items[name] = repr(value)


def _plain(value):
    value = value.detach()
    if value.is_sparse or value.layout != torch.strided:
        value = value.to_dense()
    if value.is_quantized:
        value = value.int_repr()
    return value.resolve_conj().resolve_neg().cpu().contiguous()


def _bytes(value):
    return bytes(value.reshape(-1).view(torch.uint8).numpy()) if value.numel() else b""


def _hash(data):
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _returns(frame):
    """Whether the frame ends by a return, not by an exception."""
    import opcode

    return opcode.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN")
