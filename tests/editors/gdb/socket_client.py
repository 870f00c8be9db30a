"""jal debug --gdb on a socket: only this machine reaches it, Ctrl-C works, nonsense does no harm."""

import os
import random
import re
import socket
import subprocess
import sys
import tempfile


def packet(said):
    return b"$" + said + b"#" + b"%02x" % (sum(said) % 256)


def start(program):
    server = subprocess.Popen(
        [sys.argv[1], "debug", "--gdb=127.0.0.1:0", program], stderr=subprocess.PIPE, text=True
    )
    line = server.stderr.readline()
    port = int(re.search(r"127\.0\.0\.1:(\d+)", line).group(1))
    client = socket.create_connection(("127.0.0.1", port), timeout=20)
    return server, client


def until(client, mark):
    seen = b""
    while mark not in seen:
        part = client.recv(4096)
        assert part, f"closed after {seen!r}"
        seen += part
    return seen


with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "forever.s")
    with open(program, "w") as file:
        file.write("main: addi t0, t0, 1\nj main\n")

    server, client = start(program)
    client.sendall(packet(b"vCont;c"))
    client.sendall(b"\x03")
    until(client, b"T02thread")
    client.sendall(packet(b"k"))
    server.wait(10)
    assert server.returncode == 0, server.returncode

    for seed in range(40):
        chance = random.Random(seed)
        server, client = start(program)
        verbs = b"?gGpPmMXZzcsbHTDkqQv$#}\x03+-"
        nonsense = b""
        for _ in range(chance.randrange(1, 30)):
            length = chance.randrange(0, 40)
            said = bytes([chance.choice(verbs)]) + bytes(
                chance.choice(b"0123456789abcdef,:;=fFileopnpread\xff") for _ in range(length)
            )
            nonsense += packet(said) if chance.random() < 0.8 else said
        try:
            client.sendall(nonsense)
            client.shutdown(socket.SHUT_WR)
            while client.recv(4096):
                pass
        except OSError:
            pass
        client.close()
        server.wait(20)
        assert server.returncode == 0, (seed, server.returncode)
print("sockets: Ctrl-C and 40 hostile clients")
