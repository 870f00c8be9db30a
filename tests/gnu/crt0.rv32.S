# Calls main after the constructors, and ends with its result.
        .globl  _start
_start: .option push
        .option norelax
        la      gp, __global_pointer$
        .option pop
        mv      s0, sp
        la      s1, __init_array_start
        la      s2, __init_array_end
1:      bgeu    s1, s2, 2f
        lw      t0, 0(s1)
        jalr    t0
        addi    s1, s1, 4
        j       1b
2:      lw      a0, 0(s0)
        addi    a1, s0, 4
        call    main
        li      a7, 93
        ecall
