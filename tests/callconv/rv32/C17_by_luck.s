# C17: some changes leave some values as they are.
# expect: CC0108 s0 line 14
# expect: CC0108 s1 line 15
# Both mistakes have one cause, which is reported.

main:
    li   s0, 0
    li   s1, 7
    jal  leaf
    li   a0, 10                     # exit
    ecall

leaf:
    xor  s0, s0, s0
    andi s1, s1, 255
    ret
