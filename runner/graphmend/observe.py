"""Everything about a run that somebody could rely on, written down: one line of JSON for each moment of the program.

What is compared later: results, arguments, parameters, buffers, gradients, what an optimizer makes of them, random
states, exceptions, log records, and the text on both outputs with its warnings.
"""

import hashlib
import json
import logging
import os
import random
import sys
import threading
import warnings

import torch

from graphmend.confirm.counts import described, entries, skip_code
from graphmend.rewritten import original_line, original_text
from graphmend.values import flatten, tensors_in

MOST_BYTES = 256 << 20  # of values that are kept to be shown; the hashes are kept of all
RATE = 0.01             # of the optimizer's step


class Observed:
    """Writes `calls.jsonl`, `output.txt` and `values-N-MOMENT.pt` into `folder`, which is there and empty."""

    def __init__(self, folder):
        self._folder = folder
        self._calls = open(os.path.join(folder, "calls.jsonl"), "w", encoding="utf-8")
        self._number = 0
        self._owner = None       # the module that is called
        self._arguments = {}     # of the call
        self._raised = None      # what was seen at the end of a call that raised, until it is known what
        self._kept = 0
        self._records = []       # logged since the last moment

    def install(self, seed):
        """Seeds what draws at random, takes both outputs, and listens at the door to compiled code."""
        seed_all(seed)
        output = os.open(os.path.join(self._folder, "output.txt"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        for stream, descriptor in ((sys.stdout, 1), (sys.stderr, 2)):
            stream.flush()
            os.dup2(output, descriptor)
            stream.reconfigure(line_buffering=True)
        logging.getLogger().addHandler(_Collector(self._records))
        warnings.showwarning = _show_warning
        doors, depth = {id(code) for code in entries()}, threading.local()

        def hook(frame, event, value):
            if self._raised is not None:
                self._look_what_raised(event)
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

        skip_code(hook.__code__)  # Dynamo is at work while it runs
        sys.setprofile(hook)

    def finish(self):
        """The last words: what the program left behind."""
        sys.setprofile(None)
        if self._raised is not None:
            self._look_what_raised("end")
        self._write("end", self._state())
        self._calls.close()
        sys.stdout.flush()
        sys.stderr.flush()
        with open(os.path.join(self._folder, "output.txt"), "r+", encoding="utf-8", errors="backslashreplace") as output:
            text = original_text(output.read())
            output.seek(0)
            output.truncate()
            output.write(text)

    def train(self, result):
        """A step of training with the result of a call: the gradients of all that it comes from, and a step of SGD."""
        wanted = [each for each in tensors_in(result) if each.requires_grad]
        if not wanted:
            return
        try:
            sum(_weighted(each) for each in wanted).backward()
        except RuntimeError as error:  # of a graph that is gone, say, as the program itself would have it
            self._write("gradients", {"exception": _named(error)})
            return
        self._write("gradients", self._state())
        parameters = [each for each in self._owner.parameters() if each.grad is not None] if self._owner else []
        if parameters:
            optimizer = torch.optim.SGD(parameters, lr=RATE)
            optimizer.step()
            self._write("step", self._state())
            optimizer.zero_grad()

    # --- Moments

    def _begins(self, values):
        function = values.get("fn")
        owner = getattr(function, "__self__", None)
        self._owner = owner if isinstance(owner, torch.nn.Module) else None
        self._arguments = {}
        flatten("arguments", list(values.get("args", ())), self._arguments)
        flatten("arguments", dict(values.get("kwargs") or {}), self._arguments)
        self._number += 1
        self._write("before", self._state(), what=described(values))

    def _ended(self, value, raised):
        items = {**self._state(), **self._arguments}
        if raised:
            self._raised = items
            return
        flatten("result", value, items)
        self._write("after", items)

    def _look_what_raised(self, event):
        """Who catches an exception has it in hand; until then nothing but returns happens."""
        error = sys.exc_info()[1]
        if error is None and event == "return":
            return
        items, self._raised = self._raised, None
        self._write("raised", {**items, "exception": _named(error) if error else "not known"})

    def _state(self):
        items = {"random state of torch": torch.get_rng_state(), "random state of Python": repr(random.getstate())}
        if "numpy" in sys.modules:
            items["random state of numpy"] = repr(sys.modules["numpy"].random.get_state())
        if torch.cuda.is_initialized():
            items["random state of CUDA"] = torch.cuda.get_rng_state()
        if self._owner is not None:
            for name, value in list(self._owner.named_parameters()) + list(self._owner.named_buffers()):
                items[name] = value
                if value.is_leaf and value.grad is not None:
                    items[f"{name}.grad"] = value.grad
        return items

    def _write(self, moment, items, what=""):
        told, values = {}, {}
        for name, value in items.items():
            if not isinstance(value, torch.Tensor):
                told[name] = value if len(value) < 1000 else _hash(value.encode("utf-8", "replace"))
                continue
            kind = f"{str(value.dtype).replace('torch.', '')}{list(value.shape)}"
            kind += f" on {value.device}" if value.device.type != "cpu" else ""
            kind += " with a gradient" if value.requires_grad else ""
            value = _plain(value)
            told[name] = [kind, _hash(_bytes(value))]
            size = value.numel() * value.element_size()
            if not name.startswith("random state") and self._kept + size < MOST_BYTES:
                self._kept += size
                values[name] = value.clone()
        told["log records"] = json.dumps(self._records)
        self._records.clear()
        if values:
            torch.save(values, os.path.join(self._folder, f"values-{self._number}-{moment}.pt"))
        self._calls.write(json.dumps({"call": self._number, "moment": moment, "what": what, "items": told}) + "\n")
        self._calls.flush()


def seed_all(seed):
    """Everything that draws at random begins there."""
    torch.manual_seed(seed)
    random.seed(seed)
    try:
        import numpy

        numpy.random.seed(seed)
    except ImportError:
        pass


class _Collector(logging.Handler):
    def __init__(self, records):
        super().__init__()
        self._records = records

    def emit(self, record):
        if not record.name.startswith("torch."):
            self._records.append([record.name, record.levelname, record.getMessage(), record.funcName])


def _show_warning(message, category, filename, lineno, file=None, line=None):
    """As Python does it, at the line of the original, whose text may be another one now."""
    print(f"{filename}:{original_line(filename, lineno)}: {category.__name__}: {message}", file=file or sys.stderr)


def _named(error):
    """`ValueError: no such size`, the first line of it."""
    return f"{type(error).__name__}: {error}".partition("\n")[0]


def _weighted(value):
    """A number that depends on every element of `value` in another way, so that no two gradients are alike."""
    value = (torch.view_as_real(value) if value.is_complex() else value).float()
    return (value * torch.linspace(0.5, 1.5, value.numel(), device=value.device).reshape(value.shape)).sum()


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
