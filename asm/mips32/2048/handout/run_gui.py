#!/usr/bin/env python3
"""Plays the game with your subroutines: `jal play .`, with the options that you give.

    ./run_gui.py             arrow keys move, q quits
    ./run_gui.py --seed 7    the same tiles each time
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
    try:
        return subprocess.call([jal, "play", "."] + sys.argv[1:], cwd=folder)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
