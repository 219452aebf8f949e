"""Calls of what is no tensor code."""

import bisect
import contextvars
import copy
import ctypes
import dataclasses
import datetime
import gc
import hashlib
import heapq
import importlib
import inspect
import io
import json
import logging
import os
import pickle
import queue
import random
import statistics
import subprocess
import sys
import threading
import time
import traceback
import uuid
import warnings
import zlib

import numpy as np
import cv2
import torch
from torch import nn

logger = logging.getLogger(__name__)
stream = io.StringIO()
variable = contextvars.ContextVar("variable", default=0)


@torch.compile
def print_constant(x: torch.Tensor):
    print("constant")
#   ^^^^^^^^^^^^^^^^^ GM401 split
    return x + 1


@torch.compile
def print_formatted(x: torch.Tensor):
    print(f"{x.sum()}")
#   ^^^^^^^^^^^^^^^^^^^ GM401 split
    return x + 1


@torch.compile
def log_info(x: torch.Tensor):
    logger.info("text")
#   ^^^^^^^^^^^^^^^^^^^ GM402 split
    return x + 1


@torch.compile
def log_debug(x: torch.Tensor):
    logger.debug("text")
#   ^^^^^^^^^^^^^^^^^^^^ GM402 split
    return x + 1


@torch.compile
def log_warning(x: torch.Tensor):
    logger.warning("text %s", x.shape)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM402 split
    return x + 1


@torch.compile
def log_error(x: torch.Tensor):
    logger.error("text")
#   ^^^^^^^^^^^^^^^^^^^^ GM402 split
    return x + 1


@torch.compile
def log_exception(x: torch.Tensor):
    logger.exception("text")
#   ^^^^^^^^^^^^^^^^^^^^^^^^ GM402 split
    return x + 1


@torch.compile
def log_if_enabled(x: torch.Tensor):
    if logger.isEnabledFor(logging.DEBUG):
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM402 split
        logger.debug("text")
#       ^^^^^^^^^^^^^^^^^^^^ GM402 split conditional
    return x + 1


@torch.compile
def log_effective_level(x: torch.Tensor):
    if logger.getEffectiveLevel() > 10:
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM402 split
        x = x + 1
    return x + 1


@torch.compile
def log_level(x: torch.Tensor):
    if logger.level > 10:
    #  ^^^^^^^^^^^^ GM402 split
        x = x + 1
    return x + 1


@torch.compile
def log_by_module(x: torch.Tensor):
    logging.info("text")
#   ^^^^^^^^^^^^^^^^^^^^ GM402 split
    return x + 1


@torch.compile
def log_get_logger(x: torch.Tensor):
    here = logging.getLogger("here")
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^ GM402 split
    return x + 1


@torch.compile
def warn(x: torch.Tensor):
    warnings.warn("text")
#   ^^^^^^^^^^^^^^^^^^^^^ GM403 split
    return x + 1


@torch.compile
def warn_with_category(x: torch.Tensor):
    warnings.warn("text", UserWarning, stacklevel=2)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM403 split
    return x + 1


@torch.compile
def warn_caught(x: torch.Tensor):
    with warnings.catch_warnings():
        x = x + 1
    return x


@torch.compile
def warn_filter(x: torch.Tensor):
    warnings.simplefilter("ignore")
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def warn_filterwarnings(x: torch.Tensor):
    warnings.filterwarnings("ignore", message="text")
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def stdout(x: torch.Tensor):
    sys.stdout.write("text\n")
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM401 split
    return x + 1


@torch.compile
def string_io(x: torch.Tensor):
    stream.write("text")
#   ^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def open_(x: torch.Tensor):
    file = open(os.devnull)
    #      ^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def open_with(x: torch.Tensor):
    with open(os.devnull) as file:
    #    ^^^^^^^^^^^^^^^^ GM503 skip
        x = x + 1
    return x


@torch.compile
def time_(x: torch.Tensor):
    start = time.time()
    #       ^^^^^^^^^^^ GM501 split
    x = x + 1
    elapsed = time.time() - start
    #         ^^^^^^^^^^^ GM501 split
    return x * 2


@torch.compile
def perf_counter(x: torch.Tensor):
    start = time.perf_counter()
    #       ^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def sleep(x: torch.Tensor):
    time.sleep(0)
#   ^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def now(x: torch.Tensor):
    start = datetime.datetime.now()
    #       ^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def path_exists(x: torch.Tensor):
    if os.path.exists("/nowhere"):
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
        x = x + 1
    return x * 2


@torch.compile
def getpid(x: torch.Tensor):
    return x + os.getpid()
    #          ^^^^^^^^^^^ GM501 split


@torch.compile
def getcwd(x: torch.Tensor):
    return x + len(os.getcwd())
    #              ^^^^^^^^^^^ GM501 split


@torch.compile
def environment_write(x: torch.Tensor):
    os.environ["NOWHERE"] = "1"
#   ^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def environment_pop(x: torch.Tensor):
    os.environ.pop("NOWHERE", None)  # of one that is there: split
    return x + 1


os.environ["SOMEWHERE"] = "1"


@torch.compile
def environment_delete(x: torch.Tensor):
    x = x + 1
    del os.environ["SOMEWHERE"]
    #   ^^^^^^^^^^^^^^^^^^^^^^^ GM501 skip
    return x * 2


@torch.compile
def collect(x: torch.Tensor):
    gc.collect()
#   ^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def uuid4(x: torch.Tensor):
    name = uuid.uuid4()
    #      ^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def run_process(x: torch.Tensor):
    subprocess.run(["true"])
#   ^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def json_dumps(x: torch.Tensor):
    return x * len(json.dumps({"a": 1}))
    #              ^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def json_loads(x: torch.Tensor):
    return x * json.loads("2")
    #          ^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def digest(x: torch.Tensor):
    return x * len(hashlib.sha256(b"text").hexdigest())
    #              ^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def pickled(x: torch.Tensor):
    return x * len(pickle.dumps([1]))
    #              ^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def crc(x: torch.Tensor):
    return x * (zlib.crc32(b"text") % 3)
    #           ^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def c_int(x: torch.Tensor):
    return x * ctypes.c_int(3).value
    #          ^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def heap(x: torch.Tensor):
    items = [3, 1, 2]
    heapq.heapify(items)
#   ^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x * items[0]


@torch.compile
def bisected(x: torch.Tensor):
    return x * bisect.bisect([1, 2, 3], 2)
    #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def mean_of_numbers(x: torch.Tensor):
    return x * statistics.mean([1.0, 2.0])
    #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def thread(x: torch.Tensor):
    worker = threading.Thread(target=str)
    #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def local(x: torch.Tensor):
    here = threading.local()
    #      ^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def queue_(x: torch.Tensor):
    items = queue.Queue()
    #       ^^^^^^^^^^^^^ GM501 split
    items.put(1)
#   ^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def stack(x: torch.Tensor):
    return x * len(inspect.stack())
    #              ^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def currentframe(x: torch.Tensor):
    frame = inspect.currentframe()
    #       ^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def getsource(x: torch.Tensor):
    return x * len(inspect.getsource(known))
    #              ^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def getframe(x: torch.Tensor):
    frame = sys._getframe()
    #       ^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def format_stack(x: torch.Tensor):
    return x * len(traceback.format_stack())
    #              ^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def import_module(x: torch.Tensor):
    module = importlib.import_module("math")
    #        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def eval_(x: torch.Tensor):
    return eval("x + 1") * 2
    #      ^^^^^^^^^^^^^ GM501 split


@torch.compile
def exec_(x: torch.Tensor):
    exec("1 + 1")
#   ^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def compile_(x: torch.Tensor):
    code = compile("1 + 1", "text", "eval")
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def globals_(x: torch.Tensor):
    return x * len(globals()["__name__"])
    #              ^^^^^^^^^ GM501 split


@torch.compile
def dir_(x: torch.Tensor):
    return x * len(dir())
    #              ^^^^^ GM501 split


@torch.compile
def context_variable(x: torch.Tensor):
    token = variable.set(1)
    #       ^^^^^^^^^^^^^^^ GM501 split
    variable.reset(token)
#   ^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def input_(x: torch.Tensor, flag: bool):
    if flag:
        breakpoint()
    return x + 1


# numpy


@torch.compile
def np_interp(x: torch.Tensor, a: np.ndarray):
    return x * torch.from_numpy(np.interp(a, [0, 1], [0.0, 2.0])).sum()
    #                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def np_isin(x: torch.Tensor, a: np.ndarray):
    return x * torch.from_numpy(np.isin(a, [1.0])).sum()
    #                           ^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def np_nanmean(x: torch.Tensor, a: np.ndarray):
    return x * torch.as_tensor(np.nanmean(a))
    #                          ^^^^^^^^^^^^^ GM501 split


@torch.compile
def np_digitize(x: torch.Tensor, a: np.ndarray):
    return x * torch.from_numpy(np.digitize(a, [0.0, 1.0])).sum()
    #                           ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def np_polyfit(x: torch.Tensor, a: np.ndarray):
    return x * float(np.polyfit(a, a, 1)[0] * 0)
    #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split
    #                ^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def np_prod_of_shape(x: torch.Tensor):
    return x.view(int(np.prod(x.shape)))
    #             ^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def np_prod_in_view(x: torch.Tensor):
    return x.view(np.prod(x.shape)) + 1
    #      ^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def np_choice(x: torch.Tensor):
    return x * torch.as_tensor(np.random.choice(3))
    #                          ^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def np_rand_scalar(x: torch.Tensor):
    return x * float(np.random.rand(1)[0])
    #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM201 split


@torch.compile
def np_tolist(x: torch.Tensor, a: np.ndarray):
    return x * a.tolist()[0]
    #          ^^^^^^^^^^ GM201 split


@torch.compile
def np_item(x: torch.Tensor, a: np.ndarray):
    return x * a.sum().item()
    #          ^^^^^^^^^^^^^^ GM201 split


@torch.compile
def np_float(x: torch.Tensor, a: np.ndarray):
    return x * float(a.sum())
    #          ^^^^^^^^^^^^^^ GM201 split


@torch.compile
def np_astype_object(x: torch.Tensor, a: np.ndarray):
    b = a.astype(object)  # torch: split
    return x + 1


@torch.compile
def np_isscalar(x: torch.Tensor):
    if np.isscalar(3):
    #  ^^^^^^^^^^^^^^ GM501 split
        x = x + 1
    return x * 2


@torch.compile
def np_fine(x: torch.Tensor, a: np.ndarray):
    b = x.detach().cpu().numpy()
    c = np.asarray(x.detach()) + np.sqrt(b) * np.pi + a[0] + np.float32(2.0)
    y = torch.from_numpy(np.exp(c) + np.maximum(b, c).sum())
    return y * np.sqrt(2.0) + int(np.ceil(4 / 3)) + np.linalg.norm(b).astype(np.float32)


# torch


@torch.compile
def manual_seed(x: torch.Tensor):
    torch.manual_seed(0)
#   ^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def rng_state(x: torch.Tensor):
    state = torch.get_rng_state()
    #       ^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def set_rng_state(x: torch.Tensor):
    torch.set_rng_state(torch.get_rng_state())
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    #                   ^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def cuda_manual_seed(x: torch.Tensor):
    torch.cuda.manual_seed_all(0)
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def generator(x: torch.Tensor):
    g = torch.Generator()
    #   ^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


generator_outside = torch.Generator()


@torch.compile
def generator_argument(x: torch.Tensor):
    return x + torch.rand(4, generator=generator_outside)
    #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def initial_seed(x: torch.Tensor):
    return x + torch.initial_seed() * 0
    #          ^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def fork_rng(x: torch.Tensor):
    with torch.random.fork_rng():
    #    ^^^^^^^^^^^^^^^^^^^^^^^ GM503 skip
        return x + torch.rand(4)


@torch.compile
def save(x: torch.Tensor):
    torch.save([1], io.BytesIO())
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    #               ^^^^^^^^^^^^ GM501 split
    return x + 1


class SavesState(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        state = self.state_dict()
        return self.linear(x) * len(state)


saves_state = torch.compile(SavesState())


class LoadsState(SavesState):
    def forward(self, x: torch.Tensor):
        self.load_state_dict({}, strict=False)
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
        return self.linear(x)


loads_state = torch.compile(LoadsState())


@torch.compile
def device_count(x: torch.Tensor):
    return x + torch.cuda.device_count()
    #          ^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def memory_allocated(x: torch.Tensor):
    return x + torch.cuda.memory_allocated()
    #          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def num_threads(x: torch.Tensor):
    return x + torch.get_num_threads()
    #          ^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def set_threads(x: torch.Tensor):
    torch.set_num_threads(1)
#   ^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x + 1


@torch.compile
def device_module(x: torch.Tensor):
    module = torch.get_device_module("cpu")
    return x + 1


@torch.compile
def cuda_probes(x: torch.Tensor):
    if torch.cuda.is_available() or torch.distributed.is_initialized():
        return x
    return x + 1


@torch.compile
def is_inference(x: torch.Tensor):
    return x + x.is_inference()
    #          ^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def graph_break(x: torch.Tensor):
    x = x + 1
    torch._dynamo.graph_break()
#   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x * 2


@torch.compiler.disable
def disabled(x: torch.Tensor):
    return x + 1


@torch.compile
def disabled_call(x: torch.Tensor):
    return disabled(x) * 2
    #      ^^^^^^^^^^^ GM502 split


def plain(x):
    return x + 1


@torch.compile
def disable_inside(x: torch.Tensor):
    return torch.compiler.disable(plain)(x) * 2
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM502 split


@torch.jit.script
def scripted_function(x: torch.Tensor):
    return x + 1


@torch.compile
def calls_scripted_function(x: torch.Tensor):
    return scripted_function(x) * 2


class CallsScripted(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.jit.script(nn.Linear(4, 4))

    def forward(self, x: torch.Tensor):
        return self.inner(x) * 2
        #      ^^^^^^^^^^^^^ GM501 skip


calls_scripted = torch.compile(CallsScripted())


class CallsTraced(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.jit.trace(nn.Linear(4, 4), torch.ones(4, 4))

    def forward(self, x: torch.Tensor):
        return self.inner(x) * 2
        #      ^^^^^^^^^^^^^ GM501 split


calls_traced = torch.compile(CallsTraced())


@torch.compile
def jit_isinstance(x: torch.Tensor):
    if torch.jit.isinstance(x, torch.Tensor):
    #  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
        x = x + 1
    return x * 2


@torch.compile
def known(x: torch.Tensor):
    home = os.environ.get("HOME", "") + os.getenv("USER", "")
    path = os.path.join("a", "b")
    if sys.platform == "linux" and sys.version_info >= (3, 8):
        x = x + len(path)
    parameters = inspect.signature(plain).parameters
    torch.cuda.synchronize if False else None
    return x * len(parameters) + len(copy.deepcopy([1, 2]))


# objects


@dataclasses.dataclass
class Pair:
    a: torch.Tensor
    b: torch.Tensor


@torch.compile
def asdict(x: torch.Tensor):
    d = dataclasses.asdict(Pair(x, x + 1))
    #   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return d["a"] + 1


@torch.compile
def deepcopy_tensor(x: torch.Tensor):
    y = copy.deepcopy(x)
    #   ^^^^^^^^^^^^^^^^ GM501 split
    return y + 1


@torch.compile
def deepcopy_container(x: torch.Tensor):
    y = copy.deepcopy({"x": x})
    #   ^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return y["x"] + 1


@torch.compile
def copy_list(x: torch.Tensor):
    y = copy.copy([x, x + 1])
    #   ^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return y[0] + 1


@torch.compile
def copy_tensor(x: torch.Tensor):
    y = copy.copy(x)
    #   ^^^^^^^^^^^^ GM501 split
    return y + 1


@torch.compile
def drawn_by_default(x: torch.Tensor, generator: torch.Generator | None = None):
    return torch.multinomial(x.abs(), 1, generator=generator)
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split conditional


class Named(torch.Tensor):
    pass


@torch.compile
def as_own_class(x: torch.Tensor):
    return (x * 2).as_subclass(Named)


@torch.compile
def as_plain_tensor(x: torch.Tensor):
    return (x * 2).as_subclass(torch.Tensor)
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


def three(x: torch.Tensor, n: int, y: torch.Tensor):
    return x[:n] + y[:n]


@torch.compile
def behind_a_splat(x: torch.Tensor, sizes: list):
    return three(x, *sizes, x * 2)


@torch.compile
def in_an_extension(x: torch.Tensor):
    y = x * 2
    shown = cv2.applyColorMap(y.numpy(), cv2.COLORMAP_JET)
    #       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split
    return y + 1, shown


@torch.compile
def constant_of_an_extension(x: torch.Tensor):
    return x * cv2.COLORMAP_JET


generator, state, dice = np.random.default_rng(0), np.random.RandomState(0), random.Random(0)


@torch.compile
def of_a_numpy_generator(x: torch.Tensor):
    drawn = generator.normal()
    #       ^^^^^^^^^^^^^^^^^^ GM501 split
    return x * 2, drawn


@torch.compile
def of_a_random_state(x: torch.Tensor):
    drawn = state.rand(3)
    #       ^^^^^^^^^^^^^ GM501 split
    return x * 2, drawn


@torch.compile
def of_dice(x: torch.Tensor):
    return x * dice.uniform(0.0, 1.0)


@torch.compile
def gauss_of_dice(x: torch.Tensor):
    drawn = dice.gauss(0.0, 1.0)
    #       ^^^^^^^^^^^^^^^^^^^^ GM501 split
    return x * 2, drawn


@torch.compile
def under_a_mask(x: torch.Tensor):
    a = x.numpy()
    return np.divide(a, a + 1.0, out=np.zeros_like(a), where=a > 0)
    #      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def summed_under_a_mask(x: torch.Tensor):
    a = x.numpy()
    return np.sum(a, where=a > 0)
    #      ^^^^^^^^^^^^^^^^^^^^^^ GM501 split


@torch.compile
def root_under_a_mask(x: torch.Tensor):
    a = x.numpy()
    return np.sqrt(a, where=a > 0)
