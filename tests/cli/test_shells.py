"""What zsh and fish offer on Tab, asked of the shells themselves, where they are installed; test_line.py asks bash. PowerShell is in
no registry that the tests use: that its script is PowerShell, a grammar tells."""

import os
import pathlib
import pty
import shutil
import subprocess
import tempfile
import unittest

import tree_sitter
import tree_sitter_powershell

from test_cli import PROGRAM
from test_line import help_of, told

# The start of an interactive zsh: it completes each line of $ASKED in its editor, and tells what is offered in the file $TOLD.
# The functions of zsh that complete also call compadd to look at words that they do not offer: with -O, -A or -D.
ZSH = r"""
compadd() {
    local -a offered
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        builtin compadd -O offered "$@"
        print -rl -- $offered >>$TOLD
    fi
    builtin compadd "$@"
}
offer() {
    _main_complete
    compstate[insert]='' compstate[list]=''
}
zle-line-init() {
    for BUFFER in "${(@f)ASKED}"; do
        print -r -- "on $BUFFER" >>$TOLD
        CURSOR=$#BUFFER
        zle offer
    done
    exit 0
}
zle -N zle-line-init
zle -C offer complete-word offer
"""
ZSH_COMPLETES = "autoload -U compinit && compinit -u -D\n"
FISH = """
graphmend completions fish | source
for line in (string split \\n $ASKED)
    echo "on $line"
    complete --do-complete $line
end
"""


def environment(folder, lines):
    return {"PATH": f"{PROGRAM.parent}:/usr/bin:/bin", "TERM": "dumb", "HOME": folder, "ZDOTDIR": folder,
            "ASKED": "\n".join(lines), "TOLD": f"{folder}/told"}


def offers(text):
    """The candidates for each line, of what a shell tells: without what it says about them."""
    told_of_lines = [part.partition("\n") for part in ("\n" + text).split("\non ")[1:]]
    return {line: [each.partition("\t")[0] for each in candidates.splitlines()] for line, _, candidates in told_of_lines}


def asked_of_zsh(configuration, folder, lines):
    pathlib.Path(folder, ".zshrc").write_text(configuration + ZSH, encoding="utf-8")
    leader, follower = pty.openpty()
    try:
        subprocess.run(["setsid", "--ctty", "--wait", "zsh", "-di"], stdin=follower, stdout=follower, stderr=follower, cwd=folder,
                       env=environment(folder, lines), check=True, timeout=600)
    finally:
        os.close(follower)
        os.close(leader)
    return offers(pathlib.Path(folder, "told").read_text(encoding="utf-8"))


def asked_of_fish(folder, lines):
    done = subprocess.run(["fish", "--no-config", "--command", FISH], env=environment(folder, lines), cwd=folder, check=True,
                          capture_output=True, text=True, timeout=600)
    assert not done.stderr, done.stderr
    return offers(done.stdout)


class Offers:
    """What every shell offers; `ask(folder, lines)` asks one."""

    def offered(self, *lines):
        """What is offered where each line ends, in a folder with one file of Python."""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "model.py").touch()
            offered = self.ask(folder, lines)
        self.assertEqual(list(offered), list(lines))
        return offered

    def expect(self, expected):
        self.assertEqual(self.offered(*expected), expected)

    def test_commands(self):
        self.expect({"graphmend che": ["check"], "graphmend com": ["completions"]})

    def test_every_option_of_every_command(self):
        commands = [each.partition("\t")[0] for each in told("complete", "--", "").splitlines()]
        options = {command: sorted(name for name in help_of(command) if name.startswith("--")) for command in commands}
        offered = self.offered(*(f"graphmend {command} --" for command in commands))
        self.assertEqual({line.split()[1]: sorted(candidates) for line, candidates in offered.items()}, options)

    def test_words(self):
        self.expect({
            "graphmend check --output-format j": ["json", "json-lines", "junit"],
            "graphmend check --output-format=s": ["--output-format=sarif"],
            "graphmend explain GM80": ["GM801"],
            "graphmend fix --entries forward,co": ["forward,compile"],
        })

    def test_files_where_any_may_follow(self):
        files = ["model.py"]
        self.expect({"graphmend check m": files, "graphmend check --baseline m": files, "graphmend run -- python m": files})


@unittest.skipUnless(shutil.which("zsh"), "no zsh")
class Zsh(Offers, unittest.TestCase):
    def ask(self, folder, lines):
        return asked_of_zsh(ZSH_COMPLETES + "source <(graphmend completions zsh)\n", folder, lines)

    def test_the_script_is_found_by_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "_graphmend").write_text(told("completions", "zsh"), encoding="utf-8")
            offered = asked_of_zsh(f"fpath=({folder} $fpath)\n{ZSH_COMPLETES}", folder, ["graphmend ch", "graphmend ma"])
        self.assertEqual(offered, {"graphmend ch": ["check"], "graphmend ma": ["man"]})


@unittest.skipUnless(shutil.which("fish"), "no fish")
class Fish(Offers, unittest.TestCase):
    def ask(self, folder, lines):
        return asked_of_fish(folder, lines)

    def test_candidates_with_what_they_are(self):
        done = subprocess.run(["fish", "--no-config", "--command", FISH], env=environment("/", ["graphmend ma"]), check=True,
                              capture_output=True, text=True)
        self.assertEqual(done.stdout, "on graphmend ma\nman\tPrint the page of the manual, for `man -l`\n")


class PowerShell(unittest.TestCase):
    def root_of(self, script):
        language = tree_sitter.Language(tree_sitter_powershell.language())
        return tree_sitter.Parser(language).parse(script.encode()).root_node

    def test_the_script_is_powershell(self):
        script = told("completions", "powershell")
        self.assertFalse(self.root_of(script).has_error)
        self.assertTrue(self.root_of(script.replace("ForEach-Object {", "ForEach-Object (")).has_error)


if __name__ == "__main__":
    unittest.main()
