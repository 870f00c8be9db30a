# A violation in an instruction that fails is not told, those before it are.
    mv t0, t1
    lui t2, 0x20000
    add t3, t2, t4
    lw t5, 0(t3)
    lw t5, 4(t3)
