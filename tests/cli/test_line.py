"""What the program tells of its own command line: to shells, and to `man`."""

import re
import subprocess
import unittest

from test_cli import PROGRAM

# What bash does on Tab: the words up to the cursor, then the candidates.
BASH = """
eval "$(graphmend completions bash)"
COMP_WORDS=({words}) COMP_CWORD={last} COMP_LINE='{line}' COMP_POINT={point}
_graphmend graphmend '{current}' ''
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def told(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


def help_of(*command):
    """The options that a help lists."""
    lines = re.findall(r"^ +(-[\w,-]+)", told(*command, "--help"), re.M)
    return [name for line in lines for name in line.split(",")]


def completed(line):
    """What bash offers where a line ends."""
    words = line.split(" ")
    script = BASH.format(words=" ".join(f"'{word}'" for word in words), last=len(words) - 1, line=line, point=len(line), current=words[-1])
    path = {"PATH": f"{PROGRAM.parent}:/usr/bin:/bin"}
    done = subprocess.run(["bash", "--norc", "-c", script], capture_output=True, text=True, env=path, check=True)
    assert not done.stderr, done.stderr
    return done.stdout.split()


class Line(unittest.TestCase):
    def test_bash_reads_its_script(self):
        subprocess.run(["bash", "-n"], input=told("completions", "bash"), text=True, check=True)
        self.assertIn("complete -o default -F _graphmend graphmend", told("completions", "bash"))

    def test_bash_offers_commands(self):
        self.assertEqual(completed("graphmend che"), ["check"])
        self.assertEqual(completed("graphmend com"), ["completions"])  # `complete` is for scripts
        self.assertIn("mcp", completed("graphmend "))

    def test_bash_offers_every_option_of_every_command(self):
        for command in completed("graphmend "):
            with self.subTest(command=command):
                options = [name for name in help_of(command) if name.startswith("--")]
                self.assertEqual(sorted(completed(f"graphmend {command} --")), sorted(options))

    def test_bash_offers_words(self):
        self.assertEqual(completed("graphmend check --output-format j"), ["json", "json-lines", "junit"])
        self.assertEqual(completed("graphmend check src --exit-severity = w"), ["warning"])  # as bash splits `=`
        self.assertEqual(completed("graphmend explain GM80"), ["GM801"])
        self.assertEqual(completed("graphmend fix --entries forward,co"), ["forward,compile"])

    def test_bash_offers_files_where_any_may_follow(self):
        for line in ["graphmend check ", "graphmend check --baseline ", "graphmend run -- python --", "graphmend explain GM101 "]:
            self.assertEqual(completed(line), [], line)

    def test_every_shell_asks_the_program(self):
        self.assertEqual(told("complete", "--", "completions", ""), "bash\nzsh\nfish\npowershell\n")
        for shell in told("complete", "--", "completions", "").split():
            self.assertRegex(told("completions", shell), r"\bcomplete -- ")

    def test_a_whole_option_is_offered_to_shells_that_keep_it_one_word(self):
        self.assertEqual(told("complete", "--", "check", "--output-format=s"), "--output-format=sarif\n")

    def test_a_candidate_says_what_it_is(self):
        self.assertEqual(told("complete", "--", "ma"), "man\tPrint the page of the manual, for `man -l`\n")

    def test_the_manual_has_every_command_and_option(self):
        page = told("man")
        formatted = page.replace("\\-", "-")
        for command in completed("graphmend "):
            section = formatted.partition(f"\n.SS {command}\n")[2].partition("\n.S")[0]
            for option in help_of(command):
                self.assertIn(f"\\fB{option}\\fR", section, command)
        self.assertIn(".SH EXIT STATUS", page)

    def test_groff_has_nothing_to_say_of_the_manual(self):
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-P-cbou"], input=told("man").encode(), capture_output=True, check=True)
        self.assertEqual(done.stderr.decode(), "")
        text = done.stdout.decode()
        self.assertRegex(text, r"check \[OPTIONS\] \[PATH \.\.\.\]")
        self.assertRegex(text, r"--output-format FORMAT\n")
        self.assertIn("graphmend check - < model.py", text)


if __name__ == "__main__":
    unittest.main()
