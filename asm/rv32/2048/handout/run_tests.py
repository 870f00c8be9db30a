#!/usr/bin/env python3
"""Runs the tests of this project: `jal test`, with the options that you give.

    ./run_tests.py                   all public tests
    ./run_tests.py -t test_merge_1   these tests only
    ./run_tests.py -d pub student    the tests in these folders of tests/
    ./run_tests.py -l                list the tests
    ./run_tests.py -nc               without colours
"""

import os
import shutil
import subprocess
import sys


def main():
    jal = os.environ.get("JAL") or shutil.which("jal")
    if jal is None:
        return "run_tests.py: cannot find jal: install it, or put its folder on your PATH"
    folder = os.path.dirname(os.path.abspath(__file__))
    try:
        return subprocess.call([jal, "test"] + sys.argv[1:], cwd=folder)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
