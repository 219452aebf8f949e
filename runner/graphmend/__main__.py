"""`python -m graphmend`: the program `graphmend` takes the place of this process."""

import os
import sys

from graphmend.program import find


def main():
    program = find()
    if program is None:
        sys.exit("graphmend: the program is not beside this package, nor on the PATH; `pip install graphmend` brings it")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
