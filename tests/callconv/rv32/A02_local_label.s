# A02: a call to a label that is not global. The function clobbers s1.
# expect: CC0101 s1 line 13

.globl main
main:
    li   s1, 1
    jal  local
    li   a0, 10                     # exit
    ecall

local:
    li   s1, 2
    ret
