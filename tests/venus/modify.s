# Overwrites its own `li a1 1` by `li a1 2`, and prints a1.
    la t0 patch
    lw t1 target
    sw t1 0(t0)
    j patch
patch:
    li a1 1
    li a0 1
    ecall
    li a0 10
    ecall
target:
    li a1 2
