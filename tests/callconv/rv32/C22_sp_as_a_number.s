# C22: the stack pointer as a register to count with.
# expect: CC0304 sp line 14

main:
    li   a0, 3
    jal  leaf
    mv   a1, a0
    li   a0, 1                      # print a number
    ecall
    j    end

leaf:
    mv   t0, sp
    li   sp, 5
    add  a0, a0, a0
    add  sp, sp, a0
    mv   a0, sp
    mv   sp, t0
    ret

end:
    li   a0, 10                     # exit
    ecall
