# An argument that was there before another call.
# expect: CC0203 a2 line 25
# expect: text this call may change a2
# expect: text set a2 again before the call of `last`
.globl main
main:
    li   a2, 7
    jal  outer
    li   a0, 10
    ecall
outer:
    addi sp, sp, -16
    sw   ra, 12(sp)
    jal  first
    jal  last
    beqz a0, end
end:
    lw   ra, 12(sp)
    addi sp, sp, 16
    ret
first:
    li   a2, 1
    ret
last:
    mv   a0, a2
    ret
