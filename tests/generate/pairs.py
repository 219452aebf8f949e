"""Generated programs in files, as they were drawn and as `graphmend fix` leaves them: for steps.py and gradients.py."""
import argparse
import pathlib
import random
import subprocess


def options_of(description):
    """The command line of a generator: --binary, --seed and how many programs to draw."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--binary", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("number", type=int, metavar="N")
    return parser.parse_args()


def fix(options, folder, *flags):
    """What a run of `graphmend fix` on the folder tells."""
    command = [options.binary.resolve(), "fix", *flags, "--no-cache", "--isolated", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


def fixed_pairs(options, folder, drawn, *flags):
    """The files before and after a fix, which are in folder/old and folder/new. `drawn` makes a text of a random generator."""
    old, new = pathlib.Path(folder, "old"), pathlib.Path(folder, "new")
    for at in (old, new):
        at.mkdir()
        for number in range(options.number):
            (at / f"{number}.py").write_text(drawn(random.Random(options.seed * 1_000_003 + number)))
    fix(options, new, *flags)
    return [(old / f"{number}.py", new / f"{number}.py") for number in range(options.number)]
