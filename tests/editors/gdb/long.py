"""How long gdb waits to go back over 10^8 instructions."""

import subprocess
import sys
import tempfile
import time
import os


def packet(said):
    return b"$" + said + b"#" + b"%02x" % (sum(said) % 256)


with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "long.s")
    with open(program, "w") as file:
        file.write(
            ".data\ncell: .word 0\n.text\nmain: la t1, cell\nsw t1, 0(t1)\nli t0, 50000000\n"
            "loop: addi t0, t0, -1\nbnez t0, loop\nnever: j never\n"
        )
    command = [sys.argv[1], "debug", "--gdb=-", program]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(said, mark):
        server.stdin.write(packet(said))
        server.stdin.flush()
        seen = b""
        while mark not in seen:
            seen += os.read(server.stdout.fileno(), 4096)
        return seen

    ask(b"QStartNoAckMode", b"OK")
    ask(b"Z0,1c,4", b"#")
    begin = time.perf_counter()
    ask(b"c", b"T05")
    forward = time.perf_counter() - begin
    ask(b"z0,1c,4", b"OK")
    ask(b"Z2,10000000,4", b"OK")
    begin = time.perf_counter()
    seen = ask(b"bc", b"T05")
    back = time.perf_counter() - begin
    assert b"watch:10000000" in seen, seen
    ask(b"z2,10000000,4", b"OK")
    begin = time.perf_counter()
    seen = ask(b"bc", b"T05")
    print(f"10^8 instructions: forward {forward:.2f} s, back to a write {back:.2f} s")
    server.stdin.write(packet(b"k"))
    server.stdin.flush()
    server.wait(10)
    # Another figure would be one of the machine, but so slow is wrong anywhere.
    sys.exit(back > 20)
