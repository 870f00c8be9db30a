#!/usr/bin/env python3
"""Plays the game with your subroutines: in a browser, or on the terminal.

    ./run_gui.py             opens the studio: arrow keys move, "Pause into the debugger" shows the program
    ./run_gui.py --seed 7    plays on the terminal: `jal play .` with these options, q quits
"""

import os
import shutil
import subprocess
import sys


def main():
    jal = os.environ.get("JAL") or shutil.which("jal")
    if jal is None:
        return "run_gui.py: cannot find jal: install it, or put its folder on your PATH"
    folder = os.path.dirname(os.path.abspath(__file__))
    options = sys.argv[1:]
    try:
        if not options:
            # A jal without the studio says so with exit code 2.
            studio = [jal, "studio", ".", "--play"]
            code = subprocess.call(studio, cwd=folder, stderr=subprocess.DEVNULL)
            if code != 2:
                return code
        return subprocess.call([jal, "play", "."] + options, cwd=folder)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
