"""A reader of `Burraco Club.cmd`: it follows the branches as Windows does, for the commands that the file has."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

MOST_LINES = 500
COMPARED = {"equ": int.__eq__, "neq": int.__ne__}


@dataclass(slots=True)
class Batch:
    """A run of a batch file. `answer` gives the status of a command that is no part of the language."""

    text: str
    answer: Callable[[str], int]
    variables: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    status: int = 0

    def play(self) -> int:
        """Run the file, and return the status with which it ends."""
        lines = self.text.split("\r\n")
        labels = {line[1:]: number for number, line in enumerate(lines) if line.startswith(":")}
        at, returns = 0, list[int]()
        for _step in range(MOST_LINES):
            line = self._expanded(lines[at])
            at += 1
            command = self._chosen(line)
            if match := re.fullmatch(r"goto (\w+)", command):
                at = labels[match[1]] + 1
            elif match := re.fullmatch(r"call :(\w+)", command):
                returns.append(at)
                at = labels[match[1]] + 1
            elif match := re.fullmatch(r"exit /b (\d+)", command):
                self.status = int(match[1])
                if not returns:
                    return self.status
                at = returns.pop()
            else:
                self._do(command)
        raise AssertionError("the file has no end")

    def _expanded(self, line: str) -> str:
        if line.startswith("rem "):
            return ""
        known: Mapping[str, str] = {**self.variables, "ERRORLEVEL": str(self.status)}
        line = line.replace("%~dp0", "HERE").replace("%*", "").replace("%%L", "%L")
        line = re.sub(r"%(\w+):~0,2%", lambda found: known.get(found[1], "")[:2], line)
        return re.sub(r"%(\w+)%", lambda found: known.get(found[1], ""), line)

    def _chosen(self, line: str) -> str:
        """Return the command of the line, or nothing if its condition does not hold."""
        if match := re.fullmatch(r"if defined (\w+) (.+)", line):
            return match[2] if self.variables.get(match[1]) else ""
        if match := re.fullmatch(r'if "(.*?)"=="(.*?)" (.+)', line):
            return match[3] if match[1] == match[2] else ""
        if match := re.fullmatch(r"if (-?\d+) (equ|neq) (\d+) (.+)", line):
            return match[4] if COMPARED[match[2]](int(match[1]), int(match[3])) else ""
        return line

    def _do(self, command: str) -> None:
        if match := re.fullmatch(r'set "(\w+)=(.*)"', command):
            self.variables[match[1]] = match[2]
        elif match := re.fullmatch(r"echo (.+)", command):
            self.said.append(match[1])
        elif match := re.fullmatch(r"""for /f "tokens=3" %L in \('(.+)'\) do set "(\w+)=%L\"""", command):
            self.answer(match[1])
            self.variables[match[2]] = self.variables["LOCALE"]
        elif command and not re.match(r"@echo off|setlocal|chcp|title|cd /d|:", command):
            self.run.append(command)
            self.status = self.answer(command)
