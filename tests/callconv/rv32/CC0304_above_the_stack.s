# The stack pointer goes up beyond the end of the stack.
# expect: CC0304 sp line 11

main:
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    lui  t0, 0x10
    add  sp, sp, t0
    sub  sp, sp, t0
    ret
