"""A program with one break, which then ends in the way that it is told."""

import os
import signal
import subprocess
import sys
import time

import torch


@torch.compile
def step(x):
    print("step")
    return x + 1


if sys.argv[1] != "nothing":
    step(torch.ones(2))
match sys.argv[1]:
    case "exit":
        sys.exit(3)
    case "text":
        sys.exit("that is all")
    case "raise":
        raise ValueError("on purpose")
    case "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    case "abort":
        os.abort()
    case "leave":
        os._exit(0)
    case "hang":
        time.sleep(600)
    case "rubbish":
        sys.stdout.buffer.write(bytes(range(256)) * 100)
    case "fork":
        child = os.fork()
        if child == 0:
            step(torch.ones(3, 3))
            os._exit(0)
        os.waitpid(child, 0)
    case "spawn":
        subprocess.run([sys.executable, "-c", "print('child')"], check=True)
    case "quiet":
        os.close(1)
